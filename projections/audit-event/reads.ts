import { type AuditSubjectKind, typesOfKind } from '../../src/catalogue/audit/subjects.js';
import { type ActorKind, actorOf } from '../../src/kernel/caller.js';
import type { Position } from '../../src/kernel/event.js';
import { FAR_FUTURE, type Instant, instant, MINUTE, plus } from '../../src/kernel/instant.js';
import type { Condition, DocumentStore, Order, Reader } from '../../src/ports/stores/document-store.js';
import { positionsInTime } from '../../src/ports/stores/time-search.js';
import { type AuditEntry, auditEvents, SERVICE_ACTOR } from './projection.js';

/** The clocks of two processes differ by less, so by less the times of the log are out of order. */
const MAX_CLOCK_SKEW_MS = MINUTE;
/** Entries read from one index at a time. */
const PART = 128;
const BEGINNING = instant(0);

export type AuditEntries = Reader<AuditEntry>;

export const auditEntriesOf = (documents: DocumentStore, tenantId: string): AuditEntries =>
  documents.reader(auditEvents, tenantId);

/** Filters of events. `after` and `before` are exclusive. */
export interface AuditFilters {
  readonly subjectKind?: AuditSubjectKind | undefined;
  readonly subjectId?: string | undefined;
  readonly conversationId?: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly actor?: { readonly kind?: ActorKind; readonly id: string } | undefined;
  /** Any of these: the digest of the id that a caller gave, and the id itself. */
  readonly request?: readonly string[] | undefined;
  readonly cause?: string | undefined;
  readonly after?: Position | Instant | undefined;
  readonly before?: Position | Instant | undefined;
}

export interface AuditWalkStart {
  readonly descending: boolean;
  /** Position of the last entry seen; exclusive. */
  readonly from?: Position | undefined;
}

/** The entries that are looked at: those of one index, of which the rest of the filters chooses. */
const indexed = ({ request, cause, subjectId, conversationId, actor, types, subjectKind }: AuditFilters) => {
  const among = (field: string, values: readonly string[]): readonly Condition[] =>
    [...new Set(values)].map((value) => ({ field, is: '=', value }));
  if (request) return among('request', request);
  if (cause !== undefined) return among('cause', [cause]);
  if (subjectId !== undefined) return among('subjectId', [subjectId]);
  if (conversationId !== undefined) return among('conversationId', [conversationId]);
  const kinds = typesOf({ types, subjectKind });
  if (kinds && actor === undefined) return among('type', kinds);
  return actor === undefined ? [undefined] : among('actor', [actor.id]);
};

/** The types that type and kind of the subject leave; undefined: all. */
function typesOf({ types, subjectKind }: Pick<AuditFilters, 'types' | 'subjectKind'>): readonly string[] | undefined {
  if (subjectKind === undefined) return types;
  const ofKind = typesOfKind(subjectKind);
  return types ? types.filter((type) => ofKind.includes(type)) : ofKind;
}

/** Whether the filters choose an entry. */
function chooser(filters: AuditFilters): (entry: AuditEntry) => boolean {
  const { subjectId, conversationId, actor, request, cause, after, before } = filters;
  const kinds = typesOf(filters);
  const types = kinds && new Set(kinds);
  return (entry) =>
    (types === undefined || types.has(entry.type)) &&
    (subjectId === undefined || entry.subjectId === subjectId) &&
    (conversationId === undefined || entry.conversationId === conversationId) &&
    (actor === undefined || isBy(entry, actor)) &&
    (request === undefined || request.includes(entry.request ?? '')) &&
    (cause === undefined || entry.cause === cause) &&
    (typeof after !== 'string' || entry.at > after) &&
    (typeof before !== 'string' || entry.at < before);
}

function isBy({ actor }: AuditEntry, wanted: NonNullable<AuditFilters['actor']>): boolean {
  const { kind, id = SERVICE_ACTOR } = actorOf(actor);
  return id === wanted.id && (wanted.kind === undefined || wanted.kind === kind);
}

/** Positions that the filters leave, both exclusive. */
async function boundsOf(entries: AuditEntries, { after, before }: AuditFilters, head: Position) {
  let [low, high] = [typeof after === 'number' ? after : 0, typeof before === 'number' ? before : head + 1];
  if (typeof after === 'string' || typeof before === 'string') {
    const from = typeof after === 'string' ? plus(after, -MAX_CLOCK_SKEW_MS) : BEGINNING;
    const to = typeof before === 'string' && before < FAR_FUTURE ? plus(before, MAX_CLOCK_SKEW_MS) : FAR_FUTURE;
    const found = await positionsInTime((position) => firstAfter(entries, position), { from, to, head });
    low = Math.max(low, found.after);
    high = Math.min(high, (found.until ?? head) + 1);
  }
  return { low, high };
}

async function firstAfter(entries: AuditEntries, position: Position): Promise<AuditEntry | undefined> {
  const where: readonly Condition[] = [{ field: 'position', is: '>', value: position }];
  const { docs } = await entries.find({ where, order: { field: 'position', descending: false }, limit: 1 });
  return docs[0];
}

/** An entry that was looked at. */
export interface LookedAt {
  readonly entry: AuditEntry;
  readonly isWanted: boolean;
}

/**
 * The entries of the filters in the order of the log, with those that the chosen index also leads to. A reader that has
 * looked at enough of them ends, and goes on behind the last one later.
 */
export async function* auditWalk(
  entries: AuditEntries,
  filters: AuditFilters,
  { descending, from }: AuditWalkStart,
  head: Position,
): AsyncGenerator<LookedAt, void, undefined> {
  const isWanted = chooser(filters);
  const { low, high } = await boundsOf(entries, filters, head);
  const start = {
    low: descending ? low : Math.max(low, from ?? 0),
    high: descending ? Math.min(high, from ?? high) : high,
  };
  const sources = indexed(filters).map((condition) => new IndexWalk(entries, condition, start, descending));
  await Promise.all(sources.map((source) => source.fill()));
  for (;;) {
    let next: IndexWalk | undefined;
    for (const source of sources) if (source.isBefore(next)) next = source;
    const entry = next?.take();
    if (!next || !entry) return;
    yield { entry, isWanted: isWanted(entry) };
    if (next.isEmpty) await next.fill();
  }
}

interface Bounds {
  readonly low: Position;
  readonly high: Position;
}

/** Entries of one value of an index, in the order of the log, read in parts. */
class IndexWalk {
  private part: readonly AuditEntry[] = [];
  private next = 0;
  private hasMore = true;
  private readonly order: Order;

  constructor(
    private readonly entries: AuditEntries,
    private readonly condition: Condition | undefined,
    private bounds: Bounds,
    private readonly descending: boolean,
  ) {
    this.order = { field: 'position', descending };
  }

  get isEmpty(): boolean {
    return this.next >= this.part.length;
  }

  async fill(): Promise<void> {
    if (!this.hasMore) return;
    const { low, high } = this.bounds;
    const where: Condition[] = [
      ...(this.condition ? [this.condition] : []),
      { field: 'position', is: '>', value: low },
      { field: 'position', is: '<', value: high },
    ];
    const { docs, hasMore } = await this.entries.find({ where, order: this.order, limit: PART });
    this.part = docs;
    this.next = 0;
    this.hasMore = hasMore;
    const last = docs.at(-1)?.position;
    if (last !== undefined) this.bounds = this.descending ? { low, high: last } : { low: last, high };
  }

  /** Whether its next entry comes before that of the other. */
  isBefore(other: IndexWalk | undefined): boolean {
    const entry = this.part[this.next];
    if (!entry) return false;
    const than = other?.part[other.next];
    if (!than) return true;
    return this.descending ? entry.position > than.position : entry.position < than.position;
  }

  take(): AuditEntry | undefined {
    const entry = this.part[this.next];
    this.next++;
    return entry;
  }
}
