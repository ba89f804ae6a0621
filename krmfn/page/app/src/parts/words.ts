const numbers = new Intl.NumberFormat("en");

/** count prints a number with commas. */
export function count(n: number): string {
  return numbers.format(n);
}

/** things prints a number of things: "1 object", "2 objects". */
export function things(n: number, one: string): string {
  return `${count(n)} ${n === 1 ? one : `${one}s`}`;
}
