import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SITE = join(process.cwd(), 'site/dist');

/** Routes of the sitemap in its order; the sign-up's second page and a wrong address are not in it and come last. */
export function routesOfSite(): readonly string[] {
  const index = readFileSync(join(SITE, 'sitemap-0.xml'), 'utf8');
  const listed = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  return [...listed, '/signup-success', '/not-there'];
}
