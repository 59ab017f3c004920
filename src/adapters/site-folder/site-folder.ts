import { createReadStream, readFileSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheBudgets } from '../../catalogue/cache-budgets.js';
import { lruCache } from '../../lib/lru-cache.js';
import type { SiteEncoding, SiteFile, SiteFolder } from '../../ports/stores/site-folder.js';

const ENDINGS: Readonly<Record<SiteEncoding, string>> = { br: '.br', gzip: '.gz', identity: '' };
/** Larger files are only read in parts. */
const WHOLE_BYTES = 131_072;

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

/** Opening a file takes many times as long as sending it. */
function wholeFiles(pathOf: (file: SiteFile, encoding: SiteEncoding) => string): SiteFolder['whole'] {
  const kept = lruCache<string, Promise<Uint8Array>>({ bytes: cacheBudgets.siteFiles });
  return (file, encoding) => {
    const size = file.sizes[encoding];
    if (size === undefined || size > WHOLE_BYTES) return undefined;
    const path = pathOf(file, encoding);
    const known = kept.get(path);
    if (known) return known;
    const bytes = readFile(path);
    kept.set(path, bytes, size);
    bytes.catch(() => kept.delete(path));
    return bytes;
  };
}
