import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { SiteEncoding, SiteFile } from '../../ports/stores/site-folder.js';
import { isKnown } from '../request/conditional.js';
import { PAGE_POLICIES } from './page-policies.js';
import type { SiteAnswer, SiteRoutes } from './site-routes.js';

/** A file whose name holds its hash never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** A client revalidates a page each time, and gets 304 where the page did not change. */
const REVALIDATED = 'no-cache';

/** Shows pictures of messages and of headers, plays media, and sends files to the origin of the API. */
const APP = 'app.html';

/** The policy of pages with secrets of people allows no inline script or style and no form that a browser sends. */
const appPolicy = ({ file }: SiteFile, apiOrigin: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ...(file === APP
      ? [
          `img-src 'self' data: blob: https: ${apiOrigin}`,
          `media-src 'self' blob: ${apiOrigin}`,
          `connect-src 'self' ${apiOrigin}`,
        ]
      : ["img-src 'self' data:", "connect-src 'self'"]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const policyOf = ({ scripts = [], calls = [] }: SiteFile): string =>
  [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    ["connect-src 'self'", ...calls].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The best encoding that the client takes (RFC 9110 12.5.3). */
function encodingFor(header: string | undefined, sizes: SiteFile['sizes']): SiteEncoding {
  const taken = new Map(
    (header ?? '').split(',').map((range) => {
      const [name = '', ...parameters] = range.toLowerCase().split(';');
      const q = parameters.map((each) => each.trim()).find((each) => each.startsWith('q='));
      return [name.trim(), q === undefined ? 1 : Number(q.slice(2))] as const;
    }),
  );
  const takes = (encoding: SiteEncoding) =>
    sizes[encoding] !== undefined && (taken.get(encoding) ?? taken.get('*') ?? 0) > 0;
  return (['br', 'gzip'] as const).find(takes) ?? 'identity';
}

const headersOfPage = (file: SiteFile, apiOrigin: string): Record<string, string> =>
  file.isApp
    ? { 'Content-Security-Policy': appPolicy(file, apiOrigin), 'Referrer-Policy': 'no-referrer' }
    : { 'Content-Security-Policy': policyOf(file), 'Referrer-Policy': 'strict-origin-when-cross-origin' };

function headersOf(
  answer: Exclude<SiteAnswer, { status: 308 }>,
  encoding: SiteEncoding,
  apiOrigin: string,
): Record<string, string> {
  const { file, isAsset } = answer;
  const isPage = file.type.startsWith('text/html');
  return {
    'Content-Type': file.type,
    'Cache-Control': isAsset ? IMMUTABLE : REVALIDATED,
    ETag: `"${file.hash}-${encoding}"`,
    Vary: 'Accept-Encoding',
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    ...(isPage ? { ...headersOfPage(file, apiOrigin), ...PAGE_POLICIES } : {}),
  };
}

/** Sends the file that belongs to the URL; a large one as a stream. */
export function sendSite(
  site: SiteRoutes,
  request: IncomingMessage,
  response: ServerResponse,
  more: object,
  isMainDomain = false,
): void {
  const answer = site.find(request.url ?? '/', isMainDomain);
  if (answer.status === 308) {
    response.writeHead(308, { ...more, Location: answer.location, 'Content-Length': '0' }).end();
    return;
  }
  const encoding = encodingFor(request.headers['accept-encoding'], answer.file.sizes);
  const headers = { ...more, ...headersOf(answer, encoding, site.apiOrigin) };
  if (answer.status === 200 && isKnown(request.headers['if-none-match'], headers.ETag ?? '')) {
    const { 'Content-Type': _, 'Content-Encoding': __, ...kept } = headers as Record<string, string>;
    response.writeHead(304, kept).end();
    return;
  }
  const begin = (bytes: number | undefined) =>
    response.writeHead(answer.status, { ...headers, 'Content-Length': String(bytes) });
  const isHead = request.method === 'HEAD';
  const whole = site.folder.whole(answer.file, encoding);
  if (whole) {
    whole.then(
      (bytes) => begin(bytes.length).end(isHead ? undefined : bytes),
      () => response.destroy(),
    );
    return;
  }
  begin(answer.file.sizes[encoding]);
  if (isHead) response.end();
  else pipeline(site.folder.read(answer.file, encoding), response, () => {});
}

/**
 * Serves GET and HEAD outside of the API. Added after the hooks of every request, which give the request its id.
 * The Host header decides about pages alone. No link is made of it.
 */
export function serveSite(
  fastify: FastifyInstance,
  site: SiteRoutes,
  isMainDomain: (domain: string) => Promise<boolean>,
): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads || !site.has(request.url)) return done();
    reply.hijack();
    // Scripts read the headers of API answers, not those of files.
    reply.removeHeader('access-control-expose-headers');
    const send = (isMain: boolean) => sendSite(site, request.raw, reply.raw, reply.getHeaders(), isMain);
    if (!site.dependsOnDomain(request.url)) return send(false);
    isMainDomain(request.hostname.toLowerCase())
      .catch(() => false)
      .then(send)
      .catch(() => reply.raw.destroy());
  });
}
