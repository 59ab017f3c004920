import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheBudgets } from '../../catalogue/cache-budgets.js';
import { BUILT_ORIGIN } from '../../catalogue/site/built-origin.js';
import { lruCache } from '../../lib/lru-cache.js';
import type { SiteEncoding, SiteFile, SiteFolder } from '../../ports/stores/site-folder.js';
import { encoded, withOrigin } from './served-origin.js';

const ENDINGS: Readonly<Record<SiteEncoding, string>> = { br: '.br', gzip: '.gz', identity: '' };
/** Larger files are only read in parts. */
const WHOLE_BYTES = 131_072;

/**
 * Follows the link once, so that a later build does not change what a running service sends. Undefined where nothing was
 * built.
 * @param origin replaces the one of the build in links and samples
 */
export function openSiteFolder(link: string, origin: string = BUILT_ORIGIN): SiteFolder | undefined {
  try {
    const folder = realpathSync(link);
    const listed = JSON.parse(readFileSync(join(folder, '.files.json'), 'utf8')) as Record<string, SiteFile>;
    const pathOf = ({ file }: SiteFile, encoding: SiteEncoding) => join(folder, `${file}${ENDINGS[encoding]}`);
    const isFilled = (file: SiteFile) => file.namesOrigin === true && origin !== BUILT_ORIGIN;
    const suffix = `.${createHash('sha256').update(origin).digest('base64url').slice(0, 8)}`;
    const files = Object.entries(listed).map(
      ([route, file]) => [route, isFilled(file) ? { ...file, hash: file.hash + suffix } : file] as const,
    );
    return {
      files: new Map(files),
      whole: wholeFiles(pathOf, isFilled, origin),
      read: (file, encoding) => createReadStream(pathOf(file, encoding)),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Opening a file takes many times as long as sending it; filling in the origin and compressing it take longer still. */
function wholeFiles(
  pathOf: (file: SiteFile, encoding: SiteEncoding) => string,
  isFilled: (file: SiteFile) => boolean,
  origin: string,
): SiteFolder['whole'] {
  const kept = lruCache<string, Promise<Uint8Array>>({ bytes: cacheBudgets.siteFiles });
  const filled = async (file: SiteFile, encoding: SiteEncoding) =>
    encoded(withOrigin(await readFile(pathOf(file, 'identity'), 'utf8'), origin), encoding);
  return (file, encoding) => {
    const size = file.sizes[encoding];
    if (size === undefined || (size > WHOLE_BYTES && !isFilled(file))) return undefined;
    const path = pathOf(file, encoding);
    const known = kept.get(path);
    if (known) return known;
    const bytes = isFilled(file) ? filled(file, encoding) : readFile(path);
    kept.set(path, bytes, size);
    bytes.catch(() => kept.delete(path));
    return bytes;
  };
}
