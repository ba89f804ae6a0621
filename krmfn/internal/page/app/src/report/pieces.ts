import type { Details, Difference, Leaf, Setting, Value } from "../contract.ts";
import { parse } from "../json.ts";

// What a report has of an object and of a cluster. Texts that several objects can have are numbers of pieces (krmfn/internal/page/pieces.go).

/** PackedSetting has no value and no piece where what sets a field is written as the field's own value. */
type PackedSetting = Omit<Setting, "value"> & { value?: Value; piece?: number };

type PackedLeaf = Omit<Leaf, "set" | "params" | "covers"> & { piece?: number; set?: PackedSetting; params?: PackedSetting[]; covers?: PackedSetting[] };

/** Packed are the lines of YAML and the leaves as JSON. A number below 0 counts texts of the object before, others are pieces; NUL is the name of the cluster. */
export interface Packed {
  lines: number;
  texts: (string | number)[];
}

export type PackedDifference = PackedLeaf & { object: number; usual?: Value; usualPiece?: number };

/** Piece returns the text of a number. */
type Piece = (number: number) => Promise<string>;

/** unfolded puts the texts of the object before where they are counted, for all objects of a block. */
export function unfolded(all: Packed[]): Packed[] {
  let before: Packed["texts"] = [];
  return all.map(({ lines, texts }) => {
    const own: Packed["texts"] = [];
    for (const text of texts) own.push(...(typeof text === "number" && text < 0 ? before.slice(own.length, own.length - text) : [text]));
    return { lines, texts: (before = own) };
  });
}

/** whole puts the pieces and the name of its cluster back into an object. */
export async function whole(object: number, packed: Packed, cluster: string, piece: Piece): Promise<Details> {
  const leaves = packed.texts.slice(packed.lines).map((text) => wholeLeaf(parse<PackedLeaf>(String(text).replaceAll("\0", cluster)), piece));
  return { object, yaml: await yamlOf(packed, cluster, piece), leaves: await Promise.all(leaves) };
}

export async function yamlOf({ lines, texts }: Packed, cluster: string, piece: Piece): Promise<string> {
  return (await Promise.all(texts.slice(0, lines).map((text) => (typeof text === "number" ? piece(text) : text.replaceAll("\0", cluster))))).join("");
}

/** wholeDifference puts those of a difference back. */
export async function wholeDifference({ object, usual, usualPiece, ...packed }: PackedDifference, piece: Piece): Promise<Difference> {
  const known = usualPiece === undefined ? usual : parse<Value>(await piece(usualPiece));
  return { object, ...(await wholeLeaf(packed, piece)), ...(known !== undefined && { usual: known }) };
}

async function wholeLeaf({ set, params, covers, ...leaf }: PackedLeaf, piece: Piece): Promise<Leaf> {
  const own = await withValue(leaf, piece);
  const setting = async (one: PackedSetting): Promise<Setting> => ({ value: own.value ?? null, ...(await withValue(one, piece)) });
  return {
    ...own,
    ...(set && { set: await setting(set) }),
    ...(params && { params: await Promise.all(params.map(setting)) }),
    ...(covers && { covers: await Promise.all(covers.map(setting)) }),
  };
}

async function withValue<T extends { piece?: number }>({ piece: number, ...rest }: T, piece: Piece): Promise<Omit<T, "piece">> {
  return number === undefined ? rest : { ...rest, value: parse<Value>(await piece(number)) };
}
