/** The events of a print, which the elements below listen to on themselves, so that nothing outlives them. */
export const paper = { begins: "fluxapp-print", ended: "fluxapp-printed" } as const;

function tell(name: string): void {
  for (const element of document.querySelectorAll(".table, details")) element.dispatchEvent(new CustomEvent(name));
}

addEventListener("beforeprint", () => tell(paper.begins));
addEventListener("afterprint", () => tell(paper.ended));
