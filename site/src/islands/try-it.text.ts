const MOST_INDENT = 20;
const MOST_LINES = 4_000;
const MOST_LENGTH = 200_000;
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\],:]|[^\s"{}[\],:]+/g;
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

export interface Shown {
  readonly text: string;
  /** Whether text is missing at the end. */
  readonly isCut: boolean;
}

/** Indents JSON without changing a token of it, however deep, long or broken it is. */
export function prettyJson(json: string): Shown {
  const tokens = json.match(TOKENS) ?? [];
  const out: string[] = [];
  let [depth, lines, length] = [0, 0, 0];
  const breakLine = () => {
    lines++;
    out.push(`\n${'  '.repeat(Math.min(Math.max(depth, 0), MOST_INDENT))}`);
  };
  for (let i = 0; i < tokens.length; i++) {
    if (lines >= MOST_LINES || length >= MOST_LENGTH) return { text: out.join(''), isCut: true };
    const token = tokens[i]!;
    length += token.length + 2 * Math.min(Math.max(depth, 0), MOST_INDENT);
    const isClosed = CLOSING[token] !== undefined && tokens[i + 1] === CLOSING[token];
    if (isClosed) out.push(token + tokens[++i]);
    else if (token === '{' || token === '[') {
      out.push(token);
      depth++;
      breakLine();
    } else if (token === '}' || token === ']') {
      depth--;
      breakLine();
      out.push(token);
    } else if (token === ',') {
      out.push(token);
      breakLine();
    } else out.push(token === ':' ? ': ' : token);
  }
  return { text: out.join(''), isCut: false };
}

/** The first lines of a text. */
export function firstLines(text: string): Shown {
  let at = -1;
  for (let lines = 0; lines < MOST_LINES; lines++) {
    at = text.indexOf('\n', at + 1);
    if (at === -1) return { text, isCut: false };
  }
  return { text: text.slice(0, at), isCut: true };
}

const UNITS = ['bytes', 'kB', 'MB', 'GB'];

export function sizeText(bytes: number): string {
  const unit = bytes < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${unit === 0 ? bytes : (bytes / 1_000 ** unit).toFixed(1)} ${UNITS[unit]}`;
}

/** The code of an error of the API; undefined where the text is none. */
export function errorCode(json: string): string | undefined {
  try {
    const { code } = JSON.parse(json) as { code?: unknown };
    return typeof code === 'string' && /^errors(\.[a-z_]+){1,4}$/.test(code) ? code : undefined;
  } catch {
    return undefined;
  }
}
