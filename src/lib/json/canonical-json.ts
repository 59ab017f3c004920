/**
 * JSON with one text for each value (RFC 8785). It has no blanks, and members in the order of their UTF-16 code units.
 * Numbers and texts are as ECMAScript writes them. A member that is undefined is left out.
 * @throws TypeError for what JSON has no text for: NaN, an infinity, a lone surrogate, an undefined element
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  const isText = typeof value === 'string' && value.isWellFormed();
  if (isText || typeof value === 'boolean' || value === null || Number.isFinite(value)) return JSON.stringify(value);
  throw new TypeError('The value has no canonical JSON');
}
