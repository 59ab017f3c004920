import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SqliteDocumentStore } from '../../../src/adapters/sqlite/documents/document-store.js';
import { CheckpointConflict } from '../../../src/ports/stores/document-store.js';
import { books, library, notes, write } from '../../contracts/library.js';

describe('document store: SQLite, shared by processes', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidings-documents-'));
    path = join(folder, 'read.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const matching = (...words: readonly string[]) => ({ index: 'contract-library', text: words.join(' ') });

  const shared = async () => {
    const store = new SqliteDocumentStore(path, { shared: true });
    await store.prepare([books, notes]);
    return store;
  };
  const lentX = [{ field: 'shelf', is: '=', value: 'x' } as const];

  test('what one wrote the other reads, words and totals too', async () => {
    const [writer, other] = [await shared(), await shared()];
    const { tenantId, put } = library(writer);
    const reader = other.reader(books, tenantId);
    const harbours = () => reader.find({ matching: matching('harbour'), limit: 9 });
    expect((await harbours()).keys).toEqual([]);
    await put({ id: 'a', title: 'Harbour', shelf: 'x' });
    expect((await harbours()).keys).toEqual(['a']);
    await put({ id: 'b', title: 'Harbour', shelf: 'x' });
    expect((await harbours()).keys).toEqual(['a', 'b']);
    expect(await reader.count({ where: lentX })).toBe(2);
    await writer.close();
    await other.close();
  });

  test('writers in turn keep totals and words right', async () => {
    const stores = [await shared(), await shared()] as const;
    const tenantId = 'turns';
    for (let turn = 0; turn < 6; turn++) {
      const store = stores[turn % 2] as SqliteDocumentStore;
      await store.prepare([books, notes]);
      const shelf = turn % 3 === 0 ? 'x' : 'y';
      await store.commit(
        [write(books, tenantId, 'a', { id: 'a', title: `word${turn}`, shelf })],
        [{ name: 'contract-books@1', position: turn + 1, after: turn }],
      );
    }
    const late = stores[0].commit([], [{ name: 'contract-books@1', position: 5, after: 4 }]);
    await expect(late).rejects.toThrow(CheckpointConflict);
    const reader = stores[0].reader(books, tenantId);
    expect(await reader.count({ where: lentX })).toBe(0);
    expect(await reader.count({})).toBe(1);
    expect((await reader.find({ matching: matching('word5'), limit: 9 })).keys).toEqual(['a']);
    expect((await reader.find({ matching: matching('word4'), limit: 9 })).keys).toEqual([]);
    for (const store of stores) await store.close();
  });
});
