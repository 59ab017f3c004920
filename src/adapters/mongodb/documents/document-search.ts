import { type Db, type Filter, MongoServerError } from 'mongodb';
import { limits } from '../../../catalogue/limits/limits.js';
import { SearchTooBroad } from '../../../ports/stores/document-store.js';
import type { Spellings } from '../../../ports/stores/words.js';
import { LAST } from '../ids.js';
import type { Model } from './document-model.js';
import type { Row } from './document-rows.js';

/** Rows listed for one word; a word with more rows is checked against the rows of a rarer word. */
const COMMON = 1_000;
/** Rows of an answer of the server. More of them would hold the event loop. */
const AT_ONCE = 1_000;
/** MaxTimeMSExpired: the server ended the query. */
const TIME_EXPIRED = 50;

interface Found {
  readonly groups: ReadonlySet<string>;
  readonly all: boolean;
}

/**
 * The groups of one tenant that have every word, and not the unwanted one, somewhere in the collections that share a search index.
 * @throws SearchTooBroad
 */
export async function matchingGroups(
  db: Db,
  models: readonly Model[],
  tenantId: string,
  words: readonly Spellings[],
  without?: Spellings,
): Promise<ReadonlySet<string>> {
  const check = SearchTooBroad.after(limits.searchMs, () => performance.now());
  const having = (word: Spellings, limit: number, among?: ReadonlySet<string>) =>
    groupsHaving(db, models, { tenantId, word, limit, check, ...(among && { among }) });
  const probes = await Promise.all(words.map(async (word) => ({ word, ...(await having(word, COMMON)) })));
  const [rarest, ...others] = probes.sort(byRarity);
  if (!rarest) return new Set();
  let groups = rarest.all ? rarest.groups : (await having(rarest.word, 0)).groups;
  for (const { word, all, groups: known } of others) {
    if (groups.size === 0) break;
    const restricted = groups.size <= COMMON ? groups : undefined;
    const those = all ? known : (await having(word, 0, restricted)).groups;
    groups = new Set([...groups].filter((group) => those.has(group)));
  }
  if (!without || groups.size === 0) return groups;
  const unwanted = await having(without, 0, groups.size <= COMMON ? groups : undefined);
  return new Set([...groups].filter((group) => !unwanted.groups.has(group)));
}

/** Those listed whole first, the shortest list of them before the others. */
const byRarity = (a: Found, b: Found): number => Number(b.all) - Number(a.all) || a.groups.size - b.groups.size;

interface WordQuery {
  readonly tenantId: string;
  readonly word: Spellings;
  /** 0: all there are. */
  readonly limit: number;
  readonly among?: ReadonlySet<string>;
  /** Throws when the search has taken too long. */
  readonly check: () => void;
}

async function groupsHaving(db: Db, models: readonly Model[], query: WordQuery): Promise<Found> {
  const found = await Promise.all(models.map(({ name }) => groupsIn(db, name, query)));
  return {
    groups: new Set(found.flatMap(({ groups }) => [...groups])),
    all: found.every(({ all }) => all),
  };
}

/** `$elemMatch` lets both bounds hold for one and the same word, and so be one stretch of the index. */
async function groupsIn(db: Db, name: string, { tenantId, word, limit, among, check }: WordQuery): Promise<Found> {
  const spelled = (spelling: string): Filter<Row> => ({
    tenant: { $eq: tenantId },
    ...(among && { group: { $in: [...among] } }),
    words: { $elemMatch: { $gte: spelling, $lt: spelling + LAST } },
  });
  const [only = '', ...others] = word;
  const filter = others.length === 0 ? spelled(only) : { $or: word.map(spelled) };
  const options = { projection: { _id: 0, group: 1 }, limit, batchSize: AT_ONCE, maxTimeMS: limits.searchMs };
  const groups = new Set<string>();
  let rows = 0;
  try {
    for await (const { group = '' } of db.collection<Row>(name).find(filter, options)) {
      groups.add(group);
      if (++rows % AT_ONCE === 0) check();
    }
  } catch (error) {
    throw error instanceof MongoServerError && error.code === TIME_EXPIRED ? new SearchTooBroad() : error;
  }
  return { groups, all: limit === 0 || rows < limit };
}
