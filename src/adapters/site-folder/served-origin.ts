import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { BUILT_ORIGIN, BUILT_SOCKET } from '../../catalogue/site/built-origin.js';
import type { SiteEncoding } from '../../ports/stores/site-folder.js';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** A file is compressed on its first request, so quickly rather than best. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const { host, protocol } = BUILT_SOCKET;
/** The server of `asyncapi.json`, whose host and protocol are members of their own. */
const SOCKET_SERVER = new RegExp(`("host": ?)"${host.replaceAll('.', '\\.')}"(,\\s*"protocol": ?)"${protocol}"`);

/** The text of a built file with the links and samples of the origin. */
export function withOrigin(text: string, origin: string): string {
  const served = new URL(origin);
  const socket = served.protocol === 'https:' ? 'wss' : 'ws';
  return text
    .replaceAll(BUILT_ORIGIN, origin)
    .replaceAll(`${protocol}://${host}`, `${socket}://${served.host}`)
    .replace(SOCKET_SERVER, `$1"${served.host}"$2"${socket}"`);
}

/** The bytes of the text in the encoding. */
export async function encoded(text: string, encoding: SiteEncoding): Promise<Uint8Array> {
  if (encoding === 'br') return brotli(text, QUALITY);
  return encoding === 'gzip' ? gzipped(text) : Buffer.from(text);
}
