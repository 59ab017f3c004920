import { createReadStream, readFileSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lruCache } from '../../kernel/lru-cache.js';
import type { SiteEncoding, SiteFile, SiteFolder } from '../../ports/site-folder.js';

const ENDINGS: Readonly<Record<SiteEncoding, string>> = { br: '.br', gzip: '.gz', identity: '' };
/** Larger files are only read in parts. */
const WHOLE_BYTES = 131_072;
/** Bytes of all files in memory. The compressed pages of the documentation take 2 MB. */
const KEPT_BYTES = 8_388_608;

/**
 * Follows the link once, so that a later build does not change what a running service sends. Undefined where nothing was
 * built.
 */
export function openSiteFolder(link: string): SiteFolder | undefined {
  try {
    const folder = realpathSync(link);
    const listed = JSON.parse(readFileSync(join(folder, '.files.json'), 'utf8')) as Record<string, SiteFile>;
    const pathOf = ({ file }: SiteFile, encoding: SiteEncoding) => join(folder, `${file}${ENDINGS[encoding]}`);
    return {
      files: new Map(Object.entries(listed)),
      whole: wholeFiles(pathOf),
      read: (file, encoding) => createReadStream(pathOf(file, encoding)),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Opening a file takes many times as long as sending it. Requests for a file that is being read share its bytes. */
function wholeFiles(pathOf: (file: SiteFile, encoding: SiteEncoding) => string): SiteFolder['whole'] {
  const kept = lruCache<string, Uint8Array>({ bytes: KEPT_BYTES, sizeOf: (bytes) => bytes.length });
  const reading = new Map<string, Promise<Uint8Array>>();

  async function read(path: string): Promise<Uint8Array> {
    try {
      const bytes = await readFile(path);
      kept.set(path, bytes);
      return bytes;
    } finally {
      reading.delete(path);
    }
  }

  return (file, encoding) => {
    if ((file.sizes[encoding] ?? Number.POSITIVE_INFINITY) > WHOLE_BYTES) return undefined;
    const path = pathOf(file, encoding);
    const known = kept.get(path) ?? reading.get(path);
    if (known) return known;
    const bytes = read(path);
    reading.set(path, bytes);
    return bytes;
  };
}
