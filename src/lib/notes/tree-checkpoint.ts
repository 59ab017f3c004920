const SIZE = /^(0|[1-9]\d{0,15})$/;
const HASH_BYTES = 32;

/** The head of a log: its number of leaves and their root hash (C2SP tlog-checkpoint). */
export interface TreeCheckpoint {
  /** Identifies the log. */
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
}

/** The text of a note. */
export const checkpointText = ({ origin, size, root }: TreeCheckpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`;

/** undefined for a text of another form. Lines behind the root are extensions, which say nothing here. */
export function readCheckpoint(text: string): TreeCheckpoint | undefined {
  const [origin, size = '', base64 = '', ...rest] = text.split('\n');
  const root = Buffer.from(base64, 'base64');
  const isWhole = root.length === HASH_BYTES && root.toString('base64') === base64 && rest.at(-1) === '';
  if (!origin || !SIZE.test(size) || !Number.isSafeInteger(Number(size)) || !isWhole) return undefined;
  return { origin, size: Number(size), root };
}
