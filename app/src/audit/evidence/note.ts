/** The number of Ed25519 among the algorithms of signed notes. */
const ED25519 = 1;
const KEY_HASH_BYTES = 4;

export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));

/** The head of a log that a signed note states (C2SP tlog-checkpoint). */
export interface Head {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array<ArrayBuffer>;
}

/**
 * The text of a note that one of the keys has signed (C2SP signed-note). Undefined for another note.
 * @param keys lines of `/.well-known/tidings-log-keys`
 * @throws DOMException NotSupportedError where the browser has no Ed25519
 */
export async function signedText(note: string, keys: readonly string[]): Promise<string | undefined> {
  const end = note.lastIndexOf('\n\n');
  if (end < 0) return undefined;
  const text = note.slice(0, end + 1);
  for (const line of note.slice(end + 2).split('\n')) {
    const [, name, signature] = /^\u2014 (\S+) (\S+)$/.exec(line) ?? [];
    if (name === undefined || signature === undefined) continue;
    for (const key of keys) if (await isSigned(text, name, bytesOf(signature), key)) return text;
  }
  return undefined;
}

/** The head in a signed note. */
export async function openNote(note: string, keys: readonly string[]): Promise<Head | undefined> {
  const text = await signedText(note, keys);
  return text === undefined ? undefined : headOf(text);
}

async function isSigned(text: string, name: string, signature: Uint8Array<ArrayBuffer>, key: string): Promise<boolean> {
  const [keyName, hash = '', base64] = key.split('+', 3);
  const rest = key.slice(`${keyName}+${hash}+`.length);
  if (keyName !== name || base64 === undefined || hexOf(signature.subarray(0, KEY_HASH_BYTES)) !== hash) return false;
  const bytes = bytesOf(rest);
  if (bytes[0] !== ED25519) return false;
  const verifier = await crypto.subtle.importKey('raw', bytes.subarray(1), 'Ed25519', false, ['verify']);
  const signed = new TextEncoder().encode(text);
  return crypto.subtle.verify('Ed25519', verifier, signature.subarray(KEY_HASH_BYTES), signed);
}

const hexOf = (bytes: Uint8Array): string => [...bytes].map((each) => each.toString(16).padStart(2, '0')).join('');

function headOf(text: string): Head | undefined {
  const [origin, size, root] = text.split('\n');
  if (!origin || !size || !root) return undefined;
  return { origin, size: Number(size), root: bytesOf(root) };
}
