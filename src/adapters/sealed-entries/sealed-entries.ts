import type { Instant } from '../../kernel/instant.js';
import type { DataKeys } from '../../ports/stores/data-keys.js';
import type {
  DuePlace,
  Entry,
  LanePlace,
  Listed,
  ListedPage,
  ListedRange,
  OperationalKey,
  OperationalStore,
  Put,
  PutOptions,
  Scanned,
} from '../../ports/stores/operational-store.js';
import { loadTenant, openEntry, sealValue, TENANT, tenantsToLoad } from './sealed-value.js';

/**
 * Entries whose values are sealed with the key of their tenant, by kind. Ids, lists and times stay in clear, so none of
 * them is personal.
 */
export class SealedEntries implements OperationalStore {
  /** The last change of each tenant that waits for its key. Later ones wait for it, too. */
  private readonly waiting = new Map<string, Promise<unknown>>();

  constructor(
    private readonly entries: OperationalStore,
    private readonly keys: DataKeys,
    private readonly sealedKinds: Pick<ReadonlySet<string>, 'has'>,
  ) {}

  get<V>(key: OperationalKey): Promise<Entry<V> | undefined> {
    const found = this.entries.get<V>(key);
    return this.sealedKinds.has(key.kind)
      ? found.then(async (entry) => entry && (await this.opened([entry]))[0])
      : found;
  }

  /** Nothing waits while the key of the tenant is in memory. */
  put<V>(key: OperationalKey, value: V, options?: PutOptions): Promise<boolean> {
    if (!this.sealedKinds.has(key.kind)) return this.entries.put(key, value, options);
    return this.inTurn(key.tenantId, () => this.entries.put(key, sealValue(this.keys, key, value), options));
  }

  putAll(puts: readonly Put[]): Promise<void> {
    const sealed = puts.find(({ key }) => this.sealedKinds.has(key.kind));
    if (!sealed) return this.entries.putAll(puts);
    const seal = (put: Put): Put =>
      this.sealedKinds.has(put.key.kind) ? { ...put, value: sealValue(this.keys, put.key, put.value) } : put;
    return this.inTurn(sealed.key.tenantId, () => this.entries.putAll(puts.map(seal)));
  }

  /** A page of entries of tenants that are gone says nothing about the entries behind it. */
  async due<V>(kind: string, until: Instant, limit: number, after?: DuePlace): Promise<readonly Entry<V>[]> {
    const found: Entry<V>[] = [];
    for (let last = after; ; ) {
      const wanted = limit - found.length;
      const page = await this.entries.due<V>(kind, until, wanted, last);
      found.push(...(await this.ofKind(kind, page)));
      last = page.at(-1);
      if (page.length < wanted || found.length >= limit) return found;
    }
  }

  async inLane<V>(tenantId: string, kind: string, lane: string, limit: number, after?: LanePlace) {
    return this.ofKind(kind, await this.entries.inLane<V>(tenantId, kind, lane, limit, after));
  }

  async list<V>(tenantId: string, kind: string, prefix: string, limit: number, after?: string, skip?: number) {
    return this.ofKind(kind, await this.entries.list<V>(tenantId, kind, prefix, limit, after, skip));
  }

  async newest<V>(tenantId: string, kind: string, range: ListedRange, page: ListedPage) {
    return this.ofKind(kind, await this.entries.newest<V>(tenantId, kind, range, page));
  }

  async scan(kinds: readonly string[], steps: number, after?: OperationalKey): Promise<Scanned> {
    const { entries, ...place } = await this.entries.scan(kinds, steps, after);
    return { entries: await this.opened(entries), ...place };
  }

  remove(key: OperationalKey, expected?: number, options?: Pick<PutOptions, 'relaxed'>): Promise<boolean> {
    return this.behindWaiting(key, () => this.entries.remove(key, expected, options));
  }

  nextTenant(kind: string, lane: string, after?: string): Promise<string | undefined> {
    return this.entries.nextTenant(kind, lane, after);
  }

  count(tenantId: string, kind: string, range: ListedRange): Promise<number> {
    return this.entries.count(tenantId, kind, range);
  }

  countGroup(tenantId: string, kind: string, group: string): Promise<number> {
    return this.entries.countGroup(tenantId, kind, group);
  }

  relist(key: OperationalKey, listed: Listed, expected: number): Promise<boolean> {
    return this.behindWaiting(key, () => this.entries.relist(key, listed, expected));
  }

  sweep(kind: string, until: Instant): Promise<number> {
    return this.entries.sweep(kind, until);
  }

  purge(): Promise<void> {
    return this.entries.purge();
  }

  close(): Promise<void> {
    return this.entries.close();
  }

  /** Changes of one tenant begin in order, although each loads the key for itself. */
  private inTurn<T>(tenantId: string, change: () => Promise<T>): Promise<T> {
    const before = this.waiting.get(tenantId);
    const prepared = this.keys.prepare(tenantId, TENANT);
    if (!before && !prepared) return change();
    const begun = Promise.all([before, prepared]).then(() => this.keys.prepare(tenantId, TENANT));
    const done = begun.then(change);
    const turn = Promise.allSettled([before, begun]).then(() => {
      if (this.waiting.get(tenantId) === turn) this.waiting.delete(tenantId);
    });
    this.waiting.set(tenantId, turn);
    return done;
  }

  private behindWaiting<T>({ tenantId, kind }: OperationalKey, change: () => Promise<T>): Promise<T> {
    const before = this.sealedKinds.has(kind) ? this.waiting.get(tenantId) : undefined;
    return before ? before.then(change) : change();
  }

  private ofKind<V>(kind: string, entries: readonly Entry<V>[]): Promise<readonly Entry<V>[]> | readonly Entry<V>[] {
    return this.sealedKinds.has(kind) ? this.opened(entries) : entries;
  }

  private async opened<V>(entries: readonly Entry<V>[]): Promise<readonly Entry<V>[]> {
    const tenants = tenantsToLoad(this.keys, entries);
    if (tenants.size > 0) await Promise.all([...tenants].map((tenantId) => loadTenant(this.keys, tenantId)));
    return entries.flatMap((entry) => openEntry(this.keys, entry) ?? []);
  }
}
