import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DocumentStore } from '../../src/ports/stores/document-store.js';
import { library } from './library.js';

const matching = (...words: readonly string[]) => ({ index: 'contract-library', text: words.join(' ') });

export function describeSearch(open: () => DocumentStore): void {
  describe('search', () => {
    test('finds by the beginning of a word, whatever its case and accents', async () => {
      const { put, found } = library(open());
      await put({ id: 'a', title: 'Herr Müller, Große Straße 7b' }, { id: 'b', title: 'Éclair' });
      for (const asked of ['mull', 'MÜLLER', 'straße', 'große', '7', 'her']) {
        expect(await found(asked), asked).toEqual(['a']);
      }
      expect(await found('ecla')).toEqual(['b']);
      expect(await found('uller')).toEqual([]);
      expect(await found('mullers')).toEqual([]);
    });

    test('finds each spelling by every other, and by its beginning', async () => {
      const { put, found } = library(open());
      await put(
        { id: 'a', title: 'Straße Øystein Łódź Ærø œuvre þing ılgın' },
        { id: 'b', title: 'STRASSE OYSTEIN LODZ AERO OEUVRE THING ILGIN' },
      );
      const spellings = 'strass STRAẞE øyst Oyst łó lodz æ aer Œuv oeu Þi thin İLG ılg';
      for (const asked of spellings.split(' ')) expect(await found(asked), asked).toEqual(['a', 'b']);
    });

    test('finds a group whose documents hold all words between them', async () => {
      const { put, note, found } = library(open());
      await put({ id: 'a', title: 'Harbour crane' }, { id: 'b', title: 'Harbour wall' });
      await note({ id: 'n1', book: 'a', text: 'rusty winch' }, { id: 'n2', book: 'a', text: 'new cable' });
      await note({ id: 'n3', book: 'b', text: 'rusty ladder' });
      expect(await found('harbour', 'rusty')).toEqual(['a', 'b']);
      expect(await found('harb', 'rust', 'cab')).toEqual(['a']);
      expect(await found('cable', 'ladder')).toEqual([]);
      expect(await found('winch', 'missing')).toEqual([]);
    });

    test('finds only documents of the collection asked, even when another named the group first', async () => {
      const { put, note, found } = library(open());
      await note({ id: 'n1', book: 'a', text: 'early bird' });
      expect(await found('early')).toEqual([]);
      await put({ id: 'a' });
      expect(await found('early')).toEqual(['a']);
    });

    test('follows changed, moved and removed texts', async () => {
      const { put, note, remove, found, commit, noting } = library(open());
      await put({ id: 'a', title: 'first' }, { id: 'b' });
      await note({ id: 'n', book: 'a', text: 'second' });
      await put({ id: 'a', title: 'third' });
      expect(await found('first')).toEqual([]);
      expect(await found('third', 'second')).toEqual(['a']);
      await note({ id: 'n', book: 'b', text: 'second' });
      expect(await found('second')).toEqual(['b']);
      await commit([{ ...noting({ id: 'n', book: 'b', text: '' }), doc: undefined }]);
      expect(await found('second')).toEqual([]);
      await put({ id: 'a', title: '' });
      expect(await found('third')).toEqual([]);
      await put({ id: 'a', title: 'fourth' });
      expect(await found('fourth')).toEqual(['a']);
      await remove('a');
      expect(await found('fourth')).toEqual([]);
    });

    test('finds the same after a purge', async () => {
      const { put, remove, found } = library(open());
      await put({ id: 'a', title: 'harbour' }, { id: 'b', title: 'harbour wall' });
      await remove('a');
      await open().purge();
      expect(await found('harbour')).toEqual(['b']);
      await put({ id: 'c', title: 'harbour' });
      expect(await found('harbour')).toEqual(['b', 'c']);
    });

    test('never reaches into another tenant', async () => {
      const many = Array.from({ length: 12 }, () => library(open()));
      for (const each of many) await each.put({ id: 'a', title: `common ${each.tenantId}` });
      for (const each of many) {
        expect(await each.found('common')).toEqual(['a']);
        expect(await each.found(each.tenantId)).toEqual(['a']);
      }
      expect(await many[0]?.found(many[1]?.tenantId ?? '')).toEqual([]);
      expect(await library(open()).found('common')).toEqual([]);
    });

    test('goes together with conditions, order, pages and totals', async () => {
      const { put, books } = library(open());
      const all = Array.from({ length: 9 }, (_, i) => ({
        id: `k${i}`,
        title: `tide ${i}`,
        pages: -i,
        lent: i % 2 === 0,
      }));
      await put(...all, { id: 'other', title: 'ebb', pages: 1, lent: true });
      const query = {
        matching: matching('tide'),
        where: [{ field: 'lent', is: '=', value: true }] as const,
        order: { field: 'pages', descending: false },
      };
      const first = await books.find({ ...query, limit: 3 });
      expect(first).toMatchObject({ keys: ['k8', 'k6', 'k4'], hasMore: true });
      const rest = await books.find({ ...query, limit: 3, after: { value: -4, key: 'k4' } });
      expect(rest).toMatchObject({ keys: ['k2', 'k0'], hasMore: false });
      expect((await books.find({ ...query, limit: 3, offset: 4 })).keys).toEqual(['k0']);
      expect(await books.count(query)).toBe(5);
      expect(await books.count({ matching: matching('ti', 'tide') })).toBe(9);
    });

    test('leaves out the groups that have an unwanted word, in any of their documents', async () => {
      const { put, note, books } = library(open());
      const count = 1_200;
      await put(...Array.from({ length: count }, (_, i) => ({ id: `k${i}`, title: 'tide', pages: i })));
      await note({ id: 'n', book: 'k3', text: 'rust' }, { id: 'n2', book: 'k5', text: 'rusty' });
      const without = (unwanted: string) => ({ ...matching('tide'), without: unwanted });
      expect(await books.count({ matching: without('rust') })).toBe(count - 2);
      expect(await books.count({ matching: without('unknown') })).toBe(count);
      expect(await books.count({ matching: without('tide') })).toBe(0);
      const order = { field: 'pages', descending: false };
      expect((await books.find({ matching: without('rust'), order, limit: 5 })).keys.join()).toBe('k0,k1,k2,k4,k6');
      await note({ id: 'n', book: 'k3', text: 'paint' });
      expect((await books.find({ matching: without('rust'), order, limit: 5 })).keys.join()).toBe('k0,k1,k2,k3,k4');
      await note(...Array.from({ length: count - 1 }, (_, i) => ({ id: `m${i}`, book: `k${i}`, text: 'seen' })));
      expect((await books.find({ matching: without('seen'), order, limit: 5 })).keys).toEqual([`k${count - 1}`]);
      expect(await books.count({ matching: { ...matching('rusty'), without: 'seen' } })).toBe(0);
    });

    test('without a word finds nothing', async () => {
      const { put, books, found } = library(open());
      await put({ id: 'a', title: 'x ★' }, { id: 'b' });
      for (const text of ['', ' ', '★', '*', '%', "'"]) {
        expect(await found(text), text).toEqual([]);
        expect(await books.count({ matching: matching(text) })).toBe(0);
      }
    });

    test('finds a word by each of its spellings, together with other words', async () => {
      const { put, note, found } = library(open());
      await put(
        { id: 'a', title: 'Frau Müller' },
        { id: 'b', title: 'Frau Mueller' },
        { id: 'c', title: 'Frau Muller' },
      );
      await note({ id: 'n', book: 'b', text: 'Rückruf' });
      expect(await found('müller')).toEqual(['a', 'b', 'c']);
      expect(await found('frau', 'mueller')).toEqual(['a', 'b']);
      expect(await found('muller', 'frau')).toEqual(['a', 'c']);
      expect(await found('müll', 'rueckruf')).toEqual(['b']);
    });

    test('finds a part of a text without spaces', async () => {
      const { put, note, found } = library(open());
      await put(
        { id: 'a', title: '我在北京大学工作' },
        { id: 'b', title: '北京的大学' },
        { id: 'c', title: 'ประเทศไทย' },
      );
      await note({ id: 'n', book: 'b', text: '特別な電話番号' });
      for (const asked of ['我', '作', '京大', '北京大学', '京大学工', '我在北京大学工作'])
        expect(await found(asked), asked).toEqual(['a']);
      expect(await found('大学')).toEqual(['a', 'b']);
      expect(await found('大学', '番号')).toEqual(['b']);
      expect(await found('北京大学電話')).toEqual([]);
      expect(await found('ไทย')).toEqual(['c']);
    });

    test('finds a telephone number however it is dialled, and no digits within it', async () => {
      const { put, found } = library(open());
      await put({ id: 'a', title: 'x +436641234567' }, { id: 'b', title: 'order 664123' });
      for (const asked of ['+43 664 123', '0664 1234567', '0043 664/12345', '234-567'])
        expect(await found(asked), asked).toEqual(['a']);
      expect(await found('664123')).toEqual(['a', 'b']);
      expect(await found('4567')).toEqual([]);
    });

    test('takes anything for a word and nothing for an operator', async () => {
      const { put, found } = library(open());
      await put({ id: 'a', title: 'and or not near' }, { id: 'b', title: 'plain' });
      expect(await found('and', 'near')).toEqual(['a']);
      const harmless = fc.array(
        fc.oneof(
          fc.constantFrom('"', '*', 'near(', 'AND', 'plain" OR "and', 'words:plain', '^', '-', '\u0000', "'"),
          fc.string(),
        ),
        { minLength: 1, maxLength: 3 },
      );
      await fc.assert(
        fc.asyncProperty(harmless, async (words) => {
          expect(['', 'a', 'b', 'a,b']).toContain((await found(...words)).join());
        }),
        { seed: 20_300_101, numRuns: 100 },
      );
      expect(await found('plain" OR "and')).toEqual([]);
    });

    test('finds what many share as well as what one has, and both together', async () => {
      const { put, note, books, found } = library(open());
      const count = 1_500;
      await put({ id: 'odd', title: 'other', pages: count }, { id: 'bare', title: 'lonely', pages: count });
      await put(...Array.from({ length: count }, (_, i) => ({ id: `k${i}`, title: `all one${i}x`, pages: i })));
      await note({ id: 'n', book: 'k7', text: 'seven' }, { id: 'n1', book: 'odd', text: 'nothing' });
      await note({ id: 'n2', book: 'odd', text: 'alley' }, { id: 'n3', book: 'k1', text: 'all' });
      const order = { field: 'pages', descending: true };
      expect(await books.count({ matching: matching('all') })).toBe(count + 1);
      const page = await books.find({ matching: matching('all'), order, limit: 3 });
      expect(page).toMatchObject({ keys: ['odd', 'k1499', 'k1498'], hasMore: true });
      expect(await found('all', 'one7x')).toEqual(['k7']);
      expect(await found('all', 'seven')).toEqual(['k7']);
      expect(await found('one', 'seven')).toEqual(['k7']);
      expect(await found('one', 'one7x')).toEqual(['k7']);
      expect(await found('all', 'nothing')).toEqual(['odd']);
      expect(await found('all', 'lonely')).toEqual([]);
      expect(await found('one', 'nothing')).toEqual([]);
      expect(await books.count({ matching: matching('all', 'one') })).toBe(count);
      const where = [{ field: 'pages', is: '<', value: 2 }] as const;
      expect((await books.find({ matching: matching('all'), where, order, limit: 5 })).keys).toEqual(['k1', 'k0']);
    });
  });
}
