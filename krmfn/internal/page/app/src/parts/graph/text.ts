/** Measure returns how wide a text is. */
export type Measure = (text: string) => number;

/** fit returns a text, or as much of its beginning as has room, with an ellipsis. */
export function fit(text: string, room: number, measure: Measure): string {
  if (measure(text) <= room) return text;
  const letters = [...new Intl.Segmenter().segment(text.slice(0, 1000))].map((s) => s.segment);
  let low = 0, high = letters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(`${letters.slice(0, middle).join("")}…`) <= room) low = middle;
    else high = middle - 1;
  }
  return `${letters.slice(0, low).join("")}…`;
}

/** measuring measures texts of a font. */
export function measuring(font: string): Measure {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return (text) => text.length * 8;
  context.font = font;
  return (text) => context.measureText(text).width;
}
