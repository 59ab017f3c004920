import { hash } from 'node:crypto';
import { cacheBudgets } from '../../../catalogue/cache-budgets.js';
import type { Collection } from '../../../kernel/projection.js';
import { lruCache } from '../../../lib/lru-cache.js';
import { indexedWords } from '../../../ports/stores/words.js';
import { documentMemory } from '../documents/document-memory.js';
import type { Table, Value } from '../documents/document-table.js';
import { type Prepared, row } from '../statements.js';
import type { DocumentSearch } from './document-search.js';
import { PARTS_PER_GROUP, tenantWord } from './indexed-words.js';

export interface Described {
  /** As SEARCH_COLUMNS names them. */
  readonly columns: readonly [part: number, own: number | null, digest: string];
  readonly text: string;
}

/** The words of one collection's documents. */
export interface Words {
  describe(tenant: number, key: string, doc: unknown, before: readonly Value[] | undefined): Described;
  /** Where neither place nor text changed nothing is written. */
  change(tenant: number, before: readonly Value[] | undefined, after: Described | undefined): void;
  forget(): void;
}

export function documentWords(
  table: Table,
  search: NonNullable<Collection<unknown>['search']>,
  searches: Pick<DocumentSearch, 'wordsChanged' | 'ownerRemoved'>,
  prepared: Prepared,
): Words {
  const at = table.fields.length;
  const insert = `insert into ${table.words} (rowid, words) values (?, ?)`;
  const remove = `delete from ${table.words} where rowid = ?`;
  /** FTS5's own list of row ids: asking the index itself would make it write out what the transaction has gathered. */
  const last = `select max(id) from ${table.words}_docsize where id < ?`;
  const groups = documentMemory<number>({ bytes: cacheBudgets.searchGroups });
  const lastParts = lruCache<number, number>({ bytes: cacheBudgets.searchGroups });

  function groupNumber(tenant: number, name: string): number {
    const known = groups.get(tenant, name);
    if (known !== undefined) return known;
    const stored = storedGroup(prepared, tenant, name);
    groups.set(tenant, name, stored);
    return stored;
  }

  function nextPart(group: number): number {
    const before = lastParts.get(group) ?? storedPart(group);
    const next = before + 1;
    if (next >= (group + 1) * PARTS_PER_GROUP) throw new RangeError(`${table.name}: a search group has no free parts.`);
    lastParts.set(group, next);
    return next;
  }

  function storedPart(group: number): number {
    const found = row<[number | null]>(prepared(last), (group + 1) * PARTS_PER_GROUP)?.[0] ?? 0;
    return Math.max(found, group * PARTS_PER_GROUP - 1);
  }

  const groupOf = (part: Value | undefined) => Math.floor(Number(part) / PARTS_PER_GROUP);

  return {
    describe(tenant, key, doc, before) {
      const name = search.group(doc);
      const group = groupNumber(tenant, name);
      const stays = before !== undefined && groupOf(before[at]) === group;
      const text = search.text(doc);
      const digest = text === '' ? '' : hash('sha1', text, 'base64url');
      return { columns: [stays ? Number(before[at]) : nextPart(group), name === key ? group : null, digest], text };
    },
    change(tenant, before, after) {
      const [oldPart, oldDigest] = [before?.[at], before?.[at + 2]];
      const [part, own, digest] = after?.columns ?? [];
      const oldOwn = before?.[at + 1] ?? null;
      if (oldOwn !== null && oldOwn !== own) searches.ownerRemoved(table, tenant);
      if (oldPart === part && oldDigest === digest) return;
      searches.wordsChanged(tenant);
      if (oldPart !== undefined && oldDigest !== '') prepared(remove).run(oldPart);
      if (after && digest !== '') prepared(insert).run(after.columns[0], indexed(tenant, after.text));
    },
    forget() {
      groups.clear();
      lastParts.clear();
    },
  };
}

function storedGroup(prepared: Prepared, tenant: number, name: string): number {
  const select = 'select n from search_groups where tenant = ? and name = ?';
  const known = row<[number]>(prepared(select), tenant, name)?.[0];
  if (known !== undefined) return known;
  return Number(prepared('insert into search_groups (tenant, name) values (?, ?)').run(tenant, name).lastInsertRowid);
}

const indexed = (tenant: number, text: string): string =>
  indexedWords(text)
    .map((word) => tenantWord(tenant, word))
    .join(' ');
