import type { SiteFile, SiteFolder } from '../../ports/stores/site-folder.js';

export type SiteAnswer =
  | { readonly status: 200 | 404; readonly file: SiteFile; readonly isAsset: boolean }
  | { readonly status: 308; readonly location: string };

/** Paths of the API, the sockets and the operators. They answer in JSON. */
const OF_SERVICE = /^\/(api|health|\.well-known|socket\.io)\/|^\/(metrics|api)$/;
const INDEX = 'index.html';
const NOT_FOUND = '/404';
const APP = '/app';
/** A page of the app with a file of its own. */
const EMAIL = '/email';
/** Pages of the app that have no file of their own. */
const PAGE_OF_APP = 'conversations/[^/]+|(settings|audit)(/[^/]+){0,3}|account|callback';
const BELOW_APP = new RegExp(`^/app/(${PAGE_OF_APP})$`);
const OF_MAIN_DOMAIN = new RegExp(`^/(${PAGE_OF_APP})?$`);
/** Folders whose files have their hash in their name. */
const HASHED = /^\/_(astro|app)\//;

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** The file of a URL. Only a route of the build is ever opened, so no path leads out of its folder. */
export class SiteRoutes {
  private readonly notFound: SiteFile;

  /**
   * @param apiOrigin origin of the API, which the app also calls from the main domain of a tenant
   * @throws Error where the build has no page for unknown addresses
   */
  constructor(
    readonly folder: SiteFolder,
    readonly apiOrigin: string,
  ) {
    const notFound = folder.files.get(NOT_FOUND);
    if (!notFound) throw new Error('The built site has no 404 page.');
    this.notFound = notFound;
  }

  has(url: string): boolean {
    return !OF_SERVICE.test(pathOf(url));
  }

  /** Whether a URL is a page of the app on the main domain of a tenant, and on no other domain. */
  dependsOnDomain(url: string): boolean {
    return OF_MAIN_DOMAIN.test(pathOf(url));
  }

  /** Routes are found by their exact spelling; another spelling redirects there with its query. */
  find(url: string, isMainDomain = false): SiteAnswer {
    const requested = pathOf(url);
    const isApp = BELOW_APP.test(requested) || (isMainDomain && OF_MAIN_DOMAIN.test(requested));
    const path = isApp ? APP : requested === APP + EMAIL ? EMAIL : requested;
    const file = path === NOT_FOUND ? undefined : this.folder.files.get(path);
    if (file) return { status: 200, file, isAsset: HASHED.test(path) };
    const route = this.routeMeant(path);
    if (route === undefined) return { status: 404, file: this.notFound, isAsset: false };
    return { status: 308, location: route + url.slice(path.length) };
  }

  private routeMeant(path: string): string | undefined {
    const folder = path.endsWith(`/${INDEX}`) ? path.slice(0, -INDEX.length) : path;
    const bare = folder.endsWith('/') ? folder.slice(0, -1) : folder;
    const candidates = [folder, bare, `${bare}/`, bare.endsWith('.html') ? bare.slice(0, -'.html'.length) : bare];
    return candidates.find((candidate) => candidate !== NOT_FOUND && this.folder.files.has(candidate));
  }
}
