/** Where a server renders the page there are no elements: nothing is defined, and nothing fails. */
export const Base: typeof HTMLElement = globalThis.HTMLElement ?? class {};

export function define(name: string, made: CustomElementConstructor): void {
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, made);
}
