/** The route of a built file: `docs/intro.html` is `/docs/intro`, `openapi/index.html` is `/openapi/`. */
export function routeOf(file: string): string {
  if (!file.endsWith('.html')) return `/${file}`;
  const path = `/${file.slice(0, -'.html'.length)}`;
  return path.endsWith('/index') ? path.slice(0, -'index'.length) : path;
}

/** The file of a route's Markdown: `/docs/intro` has `/docs/intro.md`, `/openapi/` has `/openapi/index.md`. */
export const markdownRoute = (route: string): string => `${route.endsWith('/') ? `${route}index` : route}.md`;

/** The kinds of files that the site consists of, by ending. */
const contentTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  png: 'image/png',
  py: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  ts: 'text/plain; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
};

/** A feed reader recognises the feed by its type; its ending says XML alone. */
const FEEDS = ['docs/release_history.xml'];

export const contentTypeOf = (file: string): string =>
  FEEDS.includes(file)
    ? 'application/rss+xml; charset=utf-8'
    : (contentTypes[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream');
