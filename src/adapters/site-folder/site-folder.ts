import { createReadStream, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteEncoding, SiteFile, SiteFolder } from '../../ports/site-folder.js';

const ENDINGS: Readonly<Record<SiteEncoding, string>> = { br: '.br', gzip: '.gz', identity: '' };

/**
 * Follows the link once, so that a later build does not change what a running service sends. Undefined where nothing was
 * built.
 */
export function openSiteFolder(link: string): SiteFolder | undefined {
  try {
    const folder = realpathSync(link);
    const listed = JSON.parse(readFileSync(join(folder, '.files.json'), 'utf8')) as Record<string, SiteFile>;
    return {
      files: new Map(Object.entries(listed)),
      read: ({ file }, encoding) => createReadStream(join(folder, `${file}${ENDINGS[encoding]}`)),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
