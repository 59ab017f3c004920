import type { APIRoute } from 'astro';
import changelog from '../../../../CHANGELOG.md?raw';
import { BUILT_ORIGIN } from '../../../../src/catalogue/site/built-origin';
import { releasesIn } from '../../facts/changelog';
import { releaseFeed } from '../../facts/release-feed';

export const GET: APIRoute = () => new Response(releaseFeed(releasesIn(changelog), BUILT_ORIGIN));
