import type { Changes, Details, Difference, Fleet, Place, Stages, Status } from "./contract.ts";

/** About tells where the data of a page come from. */
export interface About {
  title: string;
  version?: string;
  /** What the changes are compared with, in words; absent when nothing is compared. */
  base?: string;
  /** The time that ages are told for, RFC 3339; absent when nobody has given one. */
  now?: string;
  /** Where the documents are: the Git repository, its commit and the time of that, RFC 3339; and whether they differ from it. */
  repository?: string;
  revision?: string;
  committed?: string;
  dirty?: boolean;
  /** The address of a line of a document, with {file} and {line}. */
  link?: string;
}

/** Source is where a page takes its data from: the data blocks of a report, or the renderer in a worker. */
export interface Source {
  /** What is loaded; the same object until the next change. */
  readonly fleet: Fleet;
  readonly about: About;
  /** Nothing is there yet, and something will come. */
  readonly loading?: boolean;
  /** Absent when nothing is compared. */
  readonly changes?: Changes;
  /** Absent when no label orders the clusters. */
  readonly stages?: Stages;
  /** Absent when no observed objects are given. */
  readonly status?: Status;
  /** The details of an object, by its index. */
  details(object: number): Promise<Details>;
  /** What is different on a cluster, by its index. */
  differences(cluster: number): Promise<Difference[]>;
  /** The YAML of each object in small letters, for searching. */
  texts(): Promise<readonly string[]>;
  /** Shows a place in the editor; absent where there is none. */
  open?(place: Place): void;
  /** Calls back when the data have changed. A report never does. */
  onChange(listener: () => void): void;
}
