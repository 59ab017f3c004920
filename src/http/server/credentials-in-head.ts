import { API_KEY_HEADER, type Credentials } from '../../ports/identity/authenticator.js';

/** Only the first bytes of a request are searched. */
const HEAD_BYTES = 8_192;
const END = '\r\n';

/** The credentials of a request that is not parsed yet. What is not whole or comes later is left out. */
export function credentialsInHead(request: Buffer): Credentials {
  const bytes = request.toString('latin1', 0, HEAD_BYTES);
  const head = bytes.slice(0, endOf(bytes, `${END}${END}`) + END.length);
  const lower = head.toLowerCase();
  const field = (name: string): string | undefined => {
    const start = lower.indexOf(`${END}${name}:`);
    if (start < 0) return undefined;
    const from = start + END.length + name.length + 1;
    const end = head.indexOf(END, from);
    return end < 0 ? undefined : head.slice(from, end).trim();
  };
  return { authorization: field('authorization'), apiKey: field(API_KEY_HEADER) };
}

function endOf(text: string, end: string): number {
  const at = text.indexOf(end);
  return at < 0 ? text.length : at;
}
