const units = [["d", 86_400], ["h", 3_600], ["m", 60], ["s", 1]] as const;

/** age tells how long ago a time was, in its two largest units, as kubectl does: 3d4h. It is undefined where a time is missing or wrong. */
export function age(since: string | undefined, now: string | undefined): string | undefined {
  const seconds = Math.floor((Date.parse(now ?? "") - Date.parse(since ?? "")) / 1000);
  if (Number.isNaN(seconds) || seconds < 0) return undefined;
  const first = units.findIndex(([, length]) => seconds >= length);
  if (first < 0) return "0s";
  const [unit, length] = units[first]!;
  const next = units[first + 1];
  const rest = next === undefined ? 0 : Math.floor((seconds % length) / next[1]);
  return `${Math.floor(seconds / length)}${unit}${rest > 0 ? `${rest}${next![0]}` : ""}`;
}
