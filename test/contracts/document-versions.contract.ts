import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { DocumentStore } from '../../src/ports/stores/document-store.js';
import { type Book, books, library, notes, write } from './library.js';

export function describeVersions(open: () => DocumentStore): void {
  /** A collection of this test alone. */
  const versions = () => {
    const name = `contract-${randomUUID()}`;
    const first = { ...books, name, search: { ...books.search, index: name } } as typeof books;
    return { name, first, second: { ...first, version: 2 }, tenantId: randomUUID() };
  };
  const book: Book = { id: 'a', title: 'Harbour', shelf: 'x' };

  test('two versions of a collection stand side by side', async () => {
    const { name, first, second, tenantId } = versions();
    await open().prepare([first, second]);
    await open().commit([write(first, tenantId, 'a', book)], []);
    expect(await open().reader(second, tenantId).get('a')).toBeUndefined();
    expect(await open().reader(second, tenantId).count({})).toBe(0);
    await open().commit([write(second, tenantId, 'a', { ...book, title: 'Port' })], []);
    const search = (version: typeof first, word: string) =>
      open()
        .reader(version, tenantId)
        .count({ matching: { index: name, text: word } });
    expect([await search(first, 'harbour'), await search(first, 'port')]).toEqual([1, 0]);
    expect([await search(second, 'harbour'), await search(second, 'port')]).toEqual([0, 1]);
  });

  test('a search index has its own words, under the same tenant and group', async () => {
    const { name, first } = versions();
    const { tenantId, put, found } = library(open());
    await open().prepare([first]);
    await put({ id: 'a', title: 'library' });
    await open().commit([write(first, tenantId, 'a', book)], []);
    const search = (word: string) =>
      open()
        .reader(first, tenantId)
        .count({ matching: { index: name, text: word } });
    expect([await search('harbour'), await search('library')]).toEqual([1, 0]);
    expect([await found('harbour'), await found('library')]).toEqual([[], ['a']]);
    await expect(
      open()
        .reader(first, tenantId)
        .count({ matching: { index: 'contract-library', text: 'library' } }),
    ).rejects.toThrow(TypeError);
  });

  test('the others are dropped with their checkpoint, and this one stays', async () => {
    const { name, first, second, tenantId } = versions();
    await open().prepare([first, second]);
    await open().commit(
      [write(first, tenantId, 'a', book), write(second, tenantId, 'a', book)],
      [
        { name: `${name}@1`, position: 5 },
        { name: `${name}@2`, position: 5 },
      ],
    );
    await open().dropOthers(second);
    await open().dropOthers(second);
    expect(await open().reader(second, tenantId).get('a')).toEqual(book);
    expect(await open().reader(second, tenantId).count({})).toBe(1);
    expect(await open().checkpoint(`${name}@1`)).toBe(0);
    expect(await open().checkpoint(`${name}@2`)).toBe(5);
    await open().prepare([first]);
    expect(await open().reader(first, tenantId).find({ limit: 1 })).toMatchObject({ keys: [] });
    expect(await open().reader(first, tenantId).count({})).toBe(0);
  });

  test('those of `kept` are not dropped', async () => {
    const { name, first, second, tenantId } = versions();
    const third = { ...second, version: 1_000_003 };
    await open().prepare([first, second, third]);
    await open().commit([write(third, tenantId, 'a', book)], [{ name: `${name}@1000003`, position: 5 }]);
    await open().dropOthers(second, [1_000_003]);
    expect(await open().alikeVersions(second)).toEqual([1_000_003]);
    expect(await open().reader(third, tenantId).get('a')).toEqual(book);
    expect(await open().checkpoint(`${name}@1000003`)).toBe(5);
  });

  test('the tenants with documents of a collection come one after the other, by id', async () => {
    const { first, second } = versions();
    await open().prepare([first, second]);
    const [one, two, three] = Array.from({ length: 3 }, () => randomUUID()).sort() as [string, string, string];
    await open().commit(
      [two, one].map((tenantId) => write(first, tenantId, 'a', book)),
      [],
    );
    await open().commit([write(second, three, 'a', book)], []);
    const next = (after?: string) => open().nextTenant(first, after);
    expect([await next(), await next(one), await next(two)]).toEqual([one, two, undefined]);
    await open().commit([write(first, one, 'a', undefined)], []);
    expect(await next()).toBe(two);
  });

  test('alike versions are those of the declared structure that are stored whole', async () => {
    const { first, second } = versions();
    const third = { ...second, version: 3 };
    await open().prepare([first, third]);
    expect([await open().alikeVersions(first), await open().alikeVersions(third)]).toEqual([[3], [1]]);
    const others: readonly (typeof third)[] = [
      { ...third, version: 4, indexes: third.indexes.slice(1) },
      { ...third, version: 5, indexes: [...third.indexes, ['shelf']] },
      { ...third, version: 6, counters: [] },
      { ...third, version: 7, fields: { ...third.fields, other: () => 1 } },
    ];
    for (const each of others) {
      await open().prepare([each]);
      expect([each.version, await open().alikeVersions(each)]).toEqual([each.version, []]);
    }
    await open().prepare([second]);
    expect((await open().alikeVersions(third)).toSorted()).toEqual([1, 2]);
    await open().dropOthers(third);
    expect(await open().alikeVersions(third)).toEqual([]);
    await open().prepare([first]);
    expect(await open().alikeVersions(third)).toEqual([1]);
    await open().reset();
    await open().prepare([books, notes, third]);
    expect(await open().alikeVersions(third)).toEqual([]);
  });

  test('to prepare again what is there loses nothing', async () => {
    const { first, tenantId } = versions();
    await open().prepare([first]);
    await open().commit([write(first, tenantId, 'a', book)], []);
    await open().prepare([first]);
    expect(await open().reader(first, tenantId).get('a')).toEqual(book);
  });

  test('a reset empties every version and forgets its checkpoint', async () => {
    const { name, first, second, tenantId } = versions();
    await open().prepare([first, second]);
    await open().commit(
      [write(first, tenantId, 'a', book), write(second, tenantId, 'a', book)],
      [1, 2].map((version) => ({ name: `${name}@${version}`, position: 5 })),
    );
    await open().reset();
    await open().prepare([books, notes, first, second]);
    for (const version of [first, second]) {
      expect(await open().reader(version, tenantId).count({})).toBe(0);
      expect(await open().reader(version, tenantId).get('a')).toBeUndefined();
      expect(await open().checkpoint(`${name}@${version.version}`)).toBe(0);
    }
    const early = { ...write(first, tenantId, 'a', book), position: 1 };
    await open().commit([early], [{ name: `${name}@1`, position: 1, after: 0 }]);
    expect(await open().reader(first, tenantId).get('a')).toEqual(book);
  });
}
