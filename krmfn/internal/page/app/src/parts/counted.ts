const numbers = new Intl.NumberFormat("en");

/** thousands prints a number as people read it: 10,000. */
export function thousands(count: number): string {
  return numbers.format(count);
}

/** clustersText prints how many clusters have something, and how many lose it: 33 clusters, 11 leave. */
export function clustersText(here: number, left: number): string {
  return [here > 0 && counted(here, "cluster"), left > 0 && `${thousands(left)} ${left === 1 ? "leaves" : "leave"}`].filter((text) => text).join(", ");
}

/** counted prints a number of things: 1 object, 2 objects. */
export function counted(count: number, thing: string): string {
  return `${thousands(count)} ${thing}${count === 1 ? "" : "s"}`;
}
