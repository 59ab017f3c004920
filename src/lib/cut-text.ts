const HALF_CHARACTER = /[\ud800-\udbff]$/;

/** The first `most` UTF-16 units as a string of its own: what `slice` answers keeps the whole text in memory. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  return Buffer.from(text.slice(0, most).replace(HALF_CHARACTER, '')).toString();
}
