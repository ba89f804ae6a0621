import type { Details, Difference, Leaf, Setting, Value } from "../contract.ts";
import { parse } from "../json.ts";

// What a report has of an object and of a cluster. Texts that several objects can have are numbers of pieces (krmfn/internal/page/pieces.go).

/** PackedSetting has no value and no piece where what sets a field is written as the field's own value. */
type PackedSetting = Omit<Setting, "value"> & { value?: Value; piece?: number };

type PackedLeaf = Omit<Leaf, "set" | "params" | "covers"> & { piece?: number; set?: PackedSetting; params?: PackedSetting[]; covers?: PackedSetting[] };

export interface Packed {
  object: number;
  yaml: (string | number)[];
  leaves: PackedLeaf[];
}

export type PackedDifference = PackedLeaf & { object: number; usual?: Value; usualPiece?: number };

/** Piece returns the text of a number. */
type Piece = (number: number) => Promise<string>;

/** whole puts the pieces of an object back where they were. */
export async function whole(packed: Packed, piece: Piece): Promise<Details> {
  const texts = await Promise.all(packed.yaml.map((part) => (typeof part === "number" ? piece(part) : part)));
  const leaves = await Promise.all(packed.leaves.map((leaf) => wholeLeaf(leaf, piece)));
  return { object: packed.object, yaml: texts.join(""), leaves };
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
