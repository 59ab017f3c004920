/** The text with a different last character. A fixed character would be the original one in some random texts. */
export function mistyped(text: string): string {
  const last = text.endsWith('_') ? '-' : '_';
  return `${text.slice(0, -1)}${last}`;
}
