const numbers = new Intl.NumberFormat("en");

/** thousands prints a number as people read it: 10,000. */
export function thousands(count: number): string {
  return numbers.format(count);
}

/** counted prints a number of things: 1 object, 2 objects. */
export function counted(count: number, thing: string): string {
  return `${thousands(count)} ${thing}${count === 1 ? "" : "s"}`;
}
