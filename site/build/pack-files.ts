import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { AstroIntegration } from 'astro';
import { BUILT_ORIGIN, BUILT_SOCKET } from '../../src/catalogue/site/built-origin.ts';
import type { SiteEncoding, SiteFile } from '../../src/catalogue/site/site-files.ts';
import { readSettings } from '../settings.ts';
import { contentTypeOf, routeOf } from './routes.ts';
import { appPages } from './serve-app.ts';

/** A smaller file hardly shrinks. */
const SMALLEST_PACKED = 300;
const PACKED_TYPES = /^(text|application\/(json|xml|rss\+xml)|image\/svg)/;
/**
 * Of brotli. Many pages load the same asset, so it takes the time of the best. Beyond 6, pages shrink by 1 % in 70 times
 * the time.
 */
const QUALITY = { asset: 11, other: 6 };
/** Files that many pages load: those of the site, of the app, and scripts for pages of others. */
const ASSET = /^(_astro|_app|embed|sdk)\//;
const INLINE_SCRIPT = /<script\b(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;

const { analytics, api_servers, consent_script, signup_api_url } = readSettings(process.env);
/** Hosts of the consent tool, and of scripts that a reader may accept. */
const foreignHosts = [
  ...new Set([...(consent_script ? [consent_script] : []), ...analytics].map(({ src }) => new URL(src).origin)),
];
/** Hosts of the API: the sign-up form and the console of the reference call them. */
const apiHosts = [signup_api_url, ...api_servers.map(({ url }) => url)]
  .filter((url) => URL.canParse(url))
  .map((url) => new URL(url).origin);
/** The foreign scripts report to their own hosts. */
const calledHosts = [...new Set([...foreignHosts, ...apiHosts])];

const isData = (attributes: string) => /type="(application\/(ld\+)?json|speculationrules)"/.test(attributes);

const scriptsOf = (html: string): readonly string[] =>
  [...html.matchAll(INLINE_SCRIPT)].flatMap(([, attributes = '', code = '']) =>
    isData(attributes) ? [] : [`'sha256-${createHash('sha256').update(code).digest('base64')}'`],
  );

/** Compresses a file, and returns what the service needs to send it. */
export function pack(folder: string, file: string): SiteFile {
  const bytes = readFileSync(join(folder, file));
  const type = contentTypeOf(file);
  const sizes: Partial<Record<SiteEncoding, number>> = { identity: bytes.length };
  if (PACKED_TYPES.test(type) && bytes.length >= SMALLEST_PACKED) {
    const options = {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: ASSET.test(file) ? QUALITY.asset : QUALITY.other,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    };
    const br = brotliCompressSync(bytes, options);
    const gzip = gzipSync(bytes, { level: 9 });
    writeFileSync(join(folder, `${file}.br`), br);
    writeFileSync(join(folder, `${file}.gz`), gzip);
    Object.assign(sizes, { br: br.length, gzip: gzip.length });
  }
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const text = PACKED_TYPES.test(type) ? bytes.toString() : '';
  const origin =
    text.includes(BUILT_ORIGIN) || text.includes(BUILT_SOCKET.host) ? ({ namesOrigin: true } as const) : {};
  if (!file.endsWith('.html')) return { file, type, hash, sizes, ...origin };
  if (appPages.includes(file)) return { file, type, hash, sizes, isApp: true, ...origin };
  const scripts = [...new Set(scriptsOf(text)), ...foreignHosts];
  return { file, type, hash, sizes, scripts, ...(calledHosts.length > 0 ? { calls: calledHosts } : {}), ...origin };
}

/** Compresses every file once, and lists by route what the service sends. */
export function packFiles(): AstroIntegration {
  return {
    name: 'tidings-pack-files',
    hooks: {
      'astro:build:done': ({ dir }) => {
        const folder = fileURLToPath(dir);
        const files = globSync('**/*', { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile());
        const listed = Object.fromEntries(files.sort().map((file) => [routeOf(file), pack(folder, file)]));
        writeFileSync(join(folder, '.files.json'), JSON.stringify(listed));
      },
    },
  };
}
