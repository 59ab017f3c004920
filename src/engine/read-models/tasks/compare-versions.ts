import { equal } from '../../../kernel/equal.js';
import type { AnyProjection } from '../../../kernel/projection.js';
import type { DocumentStore, Page } from '../../../ports/stores/document-store.js';
import type { Difference } from './model-task.js';

const PAGE = { limit: 200, bytes: 1_048_576 };
const MOST_NAMED = 1_000;

export interface Comparison {
  readonly documents: number;
  readonly differences: number;
  readonly named: readonly Difference[];
}

type Documents = Pick<DocumentStore, 'reader' | 'nextTenant'>;

interface Comparing {
  readonly documents: Documents;
  readonly old: AnyProjection;
  readonly young: AnyProjection;
  /** Nothing is folded meanwhile, so that both versions are of one position. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  readonly isCurrent: () => boolean;
  readonly told: (documents: number) => Promise<void>;
}

/** By code point, as stores order keys. */
const byKey = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Compares two level versions document by document, a page at a time. */
export async function compareVersions(comparing: Comparing): Promise<Comparison> {
  const found = { documents: 0, differences: 0, named: [] as Difference[] };
  for (let after = ''; comparing.isCurrent(); ) {
    const tenantId = await nextTenant(comparing, after);
    if (tenantId === undefined) break;
    await compareTenant(comparing, tenantId, found);
    after = tenantId;
  }
  return found;
}

async function nextTenant({ documents, old, young }: Comparing, after: string): Promise<string | undefined> {
  const next = await Promise.all([old, young].map((each) => documents.nextTenant(each, after)));
  return next.filter((each) => each !== undefined).sort()[0];
}

async function compareTenant(
  { documents, old, young, inTurn, isCurrent, told }: Comparing,
  tenantId: string,
  found: { documents: number; differences: number; readonly named: Difference[] },
): Promise<void> {
  const readers = [old, young].map((each) => documents.reader<unknown>(each, tenantId));
  for (let after: string | undefined; isCurrent(); ) {
    const query = { ...PAGE, ...(after === undefined ? {} : { after: { key: after } }) };
    const pages = await inTurn(() => Promise.all(readers.map((reader) => reader.find(query))));
    const ends = pages.flatMap(({ hasMore, keys }) => (hasMore ? (keys.at(-1) ?? []) : [])).sort(byKey);
    const end = ends[0];
    const [before, now] = pages.map((page) => docsUntil(page, end)) as [Map<string, unknown>, Map<string, unknown>];
    for (const key of new Set([...before.keys(), ...now.keys()])) {
      found.documents++;
      if (before.has(key) && now.has(key) && equal(before.get(key), now.get(key))) continue;
      found.differences++;
      const is = !now.has(key) ? 'MISSING' : before.has(key) ? 'DIFFERENT' : 'EXTRA';
      if (found.named.length < MOST_NAMED) found.named.push({ tenant_id: tenantId, key, is });
    }
    await told(found.documents);
    if (end === undefined) return;
    after = end;
  }
}

const docsUntil = ({ keys, docs }: Page<unknown>, end: string | undefined): Map<string, unknown> =>
  new Map(keys.flatMap((key, i) => (end === undefined || byKey(key, end) <= 0 ? [[key, docs[i]] as const] : [])));
