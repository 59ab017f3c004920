import type { APIRoute } from 'astro';
import changelog from '../../../../CHANGELOG.md?raw';
import { publicUrl } from '../../../settings';
import { releasesIn } from '../../facts/changelog';
import { releaseFeed } from '../../facts/release-feed';

export const GET: APIRoute = () =>
  new Response(releaseFeed(releasesIn(changelog), new URL(publicUrl(process.env)).origin));
