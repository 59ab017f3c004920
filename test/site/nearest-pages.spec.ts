import { describe, expect, test } from 'vitest';
import { docsRoot, docsSidebar } from '../../site/sidebar.js';
import { askedFor, nearestPages } from '../../site/src/client/nearest-pages.js';
import { codeIn, wordsOf } from '../../site/src/client/search-results.js';
import { rejections } from '../../src/catalogue/errors/rejections.js';

const pages = [
  docsRoot,
  ...docsSidebar.flatMap((entry) => ('pages' in entry ? [entry, ...entry.pages] : [entry])),
  ...Object.keys(rejections).map((code) => ({ route: `/docs/api/errors/${code}`, label: code })),
  { route: '/openapi/', label: 'API reference' },
  { route: '/signup', label: 'Sign up' },
].map(({ route, label }) => ({ route, title: label }));
const nearest = (path: string) => nearestPages(path, pages, 3).map(({ route }) => route);

describe('pages near an address', () => {
  test.each([
    ['/docs/webhook', '/docs/webhooks'],
    ['/webhooks', '/docs/webhooks'],
    ['/docs/concept/conversations', '/docs/concepts/conversation'],
    ['/docs/quickstart', '/docs/intro'],
    ['/docs/quick-start.html', '/docs/intro'],
    ['/docs/api/error/errors.conversation.lock', '/docs/api/errors/errors.conversation.locked'],
    ['/sign-up', '/signup'],
    ['/api-reference', '/openapi/'],
    ['/docs/release-history.md', '/docs/release_history'],
  ])('%s: %s is the first of at most three', (path, route) => {
    expect(nearest(path)[0]).toBe(route);
    expect(nearest(path).length).toBeLessThanOrEqual(3);
  });

  test('an address without likeness has none', () => {
    expect(nearest('/wp-login.php')).toEqual([]);
    expect(nearest('/')).toEqual([]);
  });

  test('an address of any length costs little, and is shown short and without invisible characters', () => {
    const long = `/${'conversation/'.repeat(100_000)}`;
    const started = process.cpuUsage();
    expect(nearest(askedFor(long)).length).toBeGreaterThan(0);
    expect(process.cpuUsage(started).user).toBeLessThan(500_000);
    expect(askedFor(long)).toHaveLength(200);
    expect(askedFor('/a%E2%80%AEb%00c')).toBe('/a�b�c');
    expect(askedFor('/100%')).toBe('/100%');
    expect(askedFor('/%3Cb%3E')).toBe('/<b>');
  });
});

describe('the query of a search', () => {
  test('an error code is found in whatever was pasted', () => {
    expect(codeIn('{"code":"errors.conversation.locked","message":"Locked."}')).toBe('errors.conversation.locked');
    expect(codeIn('Errors.Not_Found.')).toBe('errors.not_found');
    expect(codeIn('all errors. And more')).toBeUndefined();
  });

  test('a code is split into the words of the index', () =>
    expect([wordsOf('errors.conversation_type.in_use'), wordsOf('unread')]).toEqual([
      'errors conversation type in use',
      'unread',
    ]));
});
