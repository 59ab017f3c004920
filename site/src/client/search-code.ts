// The part of the search that loads when its dialog opens first (site/src/client/search.ts).
import { findGroups, type Hit, type HitGroup, type Pagefind } from './search-results.ts';

const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  members: Partial<HTMLElementTagNameMap[K]>,
  ...children: readonly Node[]
): HTMLElementTagNameMap[K] => {
  const made = Object.assign(document.createElement(name), members);
  made.append(...children);
  return made;
};

function itemOf({ url, page, section, excerpt }: Hit): HTMLLIElement {
  const link =
    section === undefined
      ? element('a', { href: url, textContent: page })
      : element(
          'a',
          { href: url },
          element('span', { className: 'page', textContent: `${page} › ` }),
          element('span', { textContent: section }),
        );
  return element('li', {}, link, element('p', { innerHTML: excerpt }));
}

function groupOf({ title, count, hits }: HitGroup, index: number): HTMLElement {
  const id = `search-group-${index}`;
  const shown = hits.length < count ? `${hits.length} of ${count}` : '';
  const heading = element(
    'h2',
    { id },
    element('span', { textContent: title }),
    element('span', { className: 'count', textContent: shown }),
  );
  const list = element('ol', {}, ...hits.map(itemOf));
  list.setAttribute('aria-labelledby', id);
  return element('section', {}, heading, list);
}

/** One line that a screen reader says. */
function summaryOf(words: string, groups: readonly HitGroup[]): string {
  const all = groups.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return `No page has “${words}”.`;
  return `${all} found: ${groups.map(({ title, count }) => `${count} in ${title}`).join(', ')}`;
}

/** The summary and the groups of results that the dialog shows. */
export async function search(pagefind: Pagefind, words: string) {
  const groups = await findGroups(pagefind, words);
  return { summary: summaryOf(words, groups), groups: groups.map(groupOf) };
}
