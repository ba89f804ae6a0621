import type { Details, Leaf, Setting } from "../contract.ts";
import { parse } from "../json.ts";

/** Packed is Details as a report has them: texts that several objects can have are numbers of pieces (krmfn/page/pieces.go). */
export interface Packed {
  object: number;
  yaml: (string | number)[];
  leaves: (Leaf & { piece?: number; setPiece?: number })[];
}

/** whole puts the pieces back where they were. */
export async function whole(packed: Packed, piece: (number: number) => Promise<string>): Promise<Details> {
  const texts = await Promise.all(packed.yaml.map((part) => (typeof part === "number" ? piece(part) : part)));
  const leaves = await Promise.all(packed.leaves.map(async ({ piece: own, setPiece, ...leaf }): Promise<Leaf> => {
    const set = leaf.set && setPiece !== undefined ? { ...leaf.set, value: parse<Setting["value"]>(await piece(setPiece)) } : leaf.set;
    return { ...leaf, ...(own !== undefined && { value: parse<Setting["value"]>(await piece(own)) }), ...(set && { set }) };
  }));
  return { object: packed.object, yaml: texts.join(""), leaves };
}
