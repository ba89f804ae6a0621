// A web server as plain as there is: it knows files, and no header besides the type of a page.
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/** Served is a folder on a server, which somebody must close. */
export interface Served {
  server: Server;
  address: string;
  /** The paths that were asked for. */
  asked: Set<string>;
}

/** serve serves the files of a folder, but for those with an ending. */
export async function serve(folder: string, without?: string): Promise<Served> {
  const asked = new Set<string>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost"), path = pathname.replace(/\/$/, "/index.html");
    asked.add(pathname);
    const file = without !== undefined && path.endsWith(without) ? Promise.reject(new Error("absent")) : readFile(join(folder, path));
    file.then(
      (bytes) => response.writeHead(200, { "content-type": path.endsWith(".html") ? "text/html" : "application/octet-stream" }).end(bytes),
      () => response.writeHead(404).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked };
}
