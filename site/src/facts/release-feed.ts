import { type Release, releaseId } from './changelog.js';
import { inline } from './inline.js';

const PAGE = '/docs/release_history';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A date of RFC 822, as RSS requires. */
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`).toUTCString();

function htmlOf({ intro, changes }: Release): string {
  const lists = changes.map(
    ({ kind, items }) => `<h3>${kind}</h3><ul>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</ul>`,
  );
  return [...(intro ? [`<p>${inline(intro)}</p>`] : []), ...lists].join('');
}

function item(release: Release, origin: string): string {
  const link = `${origin}${PAGE}#${releaseId(release.version)}`;
  return `    <item>
      <title>Tidings ${escaped(release.version)}</title>
      <link>${link}</link>
      <guid>${link}</guid>
      <pubDate>${dateOf(release.date ?? '')}</pubDate>
      <description>${escaped(htmlOf(release))}</description>
    </item>
`;
}

/** The releases as RSS 2.0, newest first. Changes without a release have no date and are left out. */
export const releaseFeed = (
  releases: readonly Release[],
  origin: string,
): string => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>Tidings releases</title>
    <link>${origin}${PAGE}</link>
    <description>Every release of Tidings with what was added, changed and fixed.</description>
    <language>en</language>
    <atom:link href="${origin}${PAGE}.xml" rel="self" type="application/rss+xml"/>
${releases
  .filter(({ date }) => date !== undefined)
  .map((release) => item(release, origin))
  .join('')}  </channel>
</rss>
`;
