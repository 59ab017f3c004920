import { limits } from '../../catalogue/limits/limits.js';

/** The parts of a header between separators outside of quotes. One pass bounds the work for any header. */
function split(text: string, separator: ',' | ';'): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (quoted && character === '\\') i++;
    else if (character === '"') quoted = !quoted;
    else if (character === separator && !quoted) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, text.slice(start)];
}

export interface Wait {
  readonly ms: number;
  /** As `Preference-Applied` says it. */
  readonly applied: string;
}

/** How long the caller would wait, by `Prefer: wait` or `wait=5` (RFC 7240, the first counts); others are ignored. */
export function waitOf(prefer: string | undefined): Wait | undefined {
  if (prefer === undefined) return undefined;
  for (const preference of split(prefer, ',')) {
    const [pair = ''] = split(preference, ';');
    const [name = '', ...rest] = pair.split('=');
    if (name.trim().toLowerCase() !== 'wait') continue;
    const value = rest
      .join('=')
      .trim()
      .replace(/^"(.*)"$/, '$1');
    if (value === '') return { ms: limits.preferWaitSeconds * 1_000, applied: 'wait' };
    if (!/^\d+$/.test(value)) return undefined;
    const seconds = Math.min(Number(value), limits.preferWaitSeconds);
    return { ms: seconds * 1_000, applied: `wait=${seconds}` };
  }
  return undefined;
}
