import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

export type SiteEncoding = 'br' | 'gzip' | 'identity';

/** One built file as site/build/pack-files.ts lists it. */
export interface SiteFile {
  /** Path below the folder. */
  readonly file: string;
  readonly type: string;
  /** Of the content. */
  readonly hash: string;
  /** Bytes by encoding. */
  readonly sizes: Readonly<Partial<Record<SiteEncoding, number>>>;
  /** Hashes of the scripts within a page and hosts of its foreign ones, as a content security policy names them. */
  readonly scripts?: readonly string[];
}

export type SiteAnswer =
  | { readonly status: 200 | 404; readonly file: SiteFile; readonly isAsset: boolean }
  | { readonly status: 308; readonly location: string };

/** Paths of the API, the sockets and the operators. They answer in JSON. */
const OF_SERVICE = /^\/(api|health|\.well-known|socket\.io)\/|^\/(metrics|api)$/;
const INDEX = 'index.html';
const NOT_FOUND = '/404';

/** The built site: one table from route to file. Only a path of the table is ever opened. */
export class SiteFiles {
  private constructor(
    private readonly folder: string,
    private readonly files: ReadonlyMap<string, SiteFile>,
    private readonly notFound: SiteFile,
  ) {}

  /** Follows the link once, so that a later build does not change what a running service sends. */
  static open(folder: string): SiteFiles | undefined {
    try {
      const real = realpathSync(folder);
      const listed = JSON.parse(readFileSync(join(real, '.files.json'), 'utf8')) as Record<string, SiteFile>;
      const { [NOT_FOUND]: notFound, ...files } = listed;
      return notFound && new SiteFiles(real, new Map(Object.entries(files)), notFound);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  answers(url: string): boolean {
    return !OF_SERVICE.test(pathOf(url));
  }

  /** Routes are answered at exactly their spelling; another spelling of a route leads there with its query. */
  find(url: string): SiteAnswer {
    const path = pathOf(url);
    const file = this.files.get(path);
    if (file) return { status: 200, file, isAsset: path.startsWith('/_astro/') };
    const route = this.routeMeant(path);
    if (route === undefined) return { status: 404, file: this.notFound, isAsset: false };
    return { status: 308, location: route + url.slice(path.length) };
  }

  pathIn({ file }: SiteFile, encoding: SiteEncoding): string {
    const endings = { br: '.br', gzip: '.gz', identity: '' };
    return join(this.folder, `${file}${endings[encoding]}`);
  }

  private routeMeant(path: string): string | undefined {
    const folder = path.endsWith(`/${INDEX}`) ? path.slice(0, -INDEX.length) : path;
    const bare = folder.endsWith('/') ? folder.slice(0, -1) : folder;
    const candidates = [folder, bare, `${bare}/`, bare.endsWith('.html') ? bare.slice(0, -'.html'.length) : bare];
    return candidates.find((candidate) => this.files.has(candidate));
  }
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';
