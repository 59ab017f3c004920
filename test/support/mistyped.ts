/** The text with another last character. A fixed one would be the right one for some texts made at random. */
export function mistyped(text: string): string {
  const last = text.endsWith('_') ? '-' : '_';
  return `${text.slice(0, -1)}${last}`;
}
