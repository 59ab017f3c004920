import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data';
import { BUILT_ORIGIN } from '../../src/catalogue/site/built-origin';
import { lastCommits } from '../build/last-commits';
import { ogImageOf } from '../build/og/pages';
import { markdownRoute } from '../build/routes';
import { readSettings } from '../settings';
import { docsSidebar } from '../sidebar';
import font from './fonts/hanken-grotesk.woff2?url';
import { asSpelled } from './spelling';

const CONTENT = 'site/src/content/docs/docs';
const CHANGELOG = 'CHANGELOG.md';
/** Written by a test from the catalogue, so nobody edits them. */
const GENERATED = /^docs\/api\/errors\//;

/** React takes the bytes of the face on this page (styles/sign-up.css). */
const WITHOUT_FACE = 'signup';

const commits = lastCommits(CONTENT, CHANGELOG);
const { edit_url: editUrl } = readSettings(process.env);
const groups = new Map(docsSidebar.flatMap((entry) => ('pages' in entry ? [[entry.route, entry.label]] : [])));

/** Newest commit of the sources of a page. */
function lastChange(id: string, file: string): Date | undefined {
  const times = [file, ...(id === 'docs/release_history' ? [CHANGELOG] : [])].map((each) => commits.get(each));
  if (times.includes(undefined)) return undefined;
  return times.sort((a, b) => Number(b) - Number(a))[0];
}

function describeSource(route: StarlightRouteData): void {
  const { id, entry } = route;
  if (!entry.filePath?.startsWith('src/content/')) return;
  const file = `site/${entry.filePath}`;
  route.lastUpdated = lastChange(id, file);
  route.editUrl = editUrl && !GENERATED.test(id) ? new URL(file, editUrl) : undefined;
}

/** The sidebar names the page of a group "Overview" below the group's heading; elsewhere it has the name of the group. */
function nameNeighbours({ pagination }: StarlightRouteData): void {
  for (const link of [pagination.prev, pagination.next]) {
    const group = link && groups.get(link.href);
    if (group) link.label = group;
  }
}

/** The picture that other sites show with a link. */
function pictureOf({ head, id }: StarlightRouteData): void {
  const canonical = head.find(({ tag, attrs }) => tag === 'link' && attrs?.rel === 'canonical')?.attrs?.href;
  const { pathname } = new URL(asSpelled(String(canonical)));
  if (id === '404') return;
  const image = `${BUILT_ORIGIN}/${ogImageOf(pathname)}`;
  const facts = { image, 'image:type': 'image/png', 'image:width': '1200', 'image:height': '630' };
  for (const [name, content] of Object.entries(facts))
    head.push({ tag: 'meta', attrs: { property: `og:${name}`, content }, content: '' });
}

/** Starlight lists the title as "Overview" in the contents, and spells canonical addresses with a slash at the end. */
export const onRequest = defineRouteMiddleware(({ locals }) => {
  const { starlightRoute: route } = locals;
  if (route.toc) route.toc.items = route.toc.items.filter(({ slug }) => slug !== '_top');
  if (route.toc?.items.length === 0) route.toc = undefined;
  if (route.id !== WITHOUT_FACE)
    route.head.push({
      tag: 'link',
      attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: font, crossorigin: '' },
      content: '',
    });
  describeSource(route);
  nameNeighbours(route);
  pictureOf(route);
  for (const { tag, attrs } of [...route.head]) {
    if (tag === 'meta' && attrs?.property === 'og:url') attrs.content = asSpelled(String(attrs.content));
    if (tag !== 'link' || attrs?.rel !== 'canonical') continue;
    attrs.href = asSpelled(String(attrs.href));
    const { pathname } = new URL(attrs.href);
    if (pathname === '/404') continue;
    const href = markdownRoute(pathname);
    route.head.push({ tag: 'link', attrs: { rel: 'alternate', type: 'text/markdown', href }, content: '' });
  }
});
