import type { APIRoute } from 'astro';
import { BUILT_ORIGIN } from '../../../src/catalogue/site/built-origin.ts';

const TEXT = `User-agent: *
Disallow: /api/

Sitemap: ${BUILT_ORIGIN}/sitemap-index.xml
`;

export const GET: APIRoute = () => new Response(TEXT);
