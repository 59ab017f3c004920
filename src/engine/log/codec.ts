import type { Event, KeySubject, Meta, Recorded } from '../../kernel/event.js';
import type { Instant } from '../../kernel/instant.js';
import { parseStreamName } from '../../kernel/stream.js';
import { isKeyId, type Sealed } from '../../ports/stores/data-keys.js';
import type { NewStored, Stored } from '../../ports/stores/event-store.js';
import { DamagedEvent } from './damaged-events.js';
import { NO_KEYS } from './sealing/no-keys.js';
import {
  AbsentKey,
  keyIdIn,
  type Personal,
  SealedEvents,
  type SealedType,
  type SealingKeys,
} from './sealing/sealed-events.js';

/** Turns event data of one schema version into the next version. */
export type Upcaster = (data: unknown) => unknown;

/** The event types this build reads and the schema version it writes; `upcasters` convert older versions. */
export interface Vocabulary {
  readonly types: Readonly<Record<string, number>>;
  /** By event type and source version. */
  readonly upcasters: Readonly<Record<string, Readonly<Record<number, Upcaster>>>>;
  /** Left out: every event is in clear. */
  readonly sealed?: Readonly<Record<string, SealedType>>;
}

/** A newer build wrote the event. A reader stops here, because skipping the event would lose it. */
export class UnknownEvent extends Error {}

/** An event to append; the log adds stream, tenant, version and position. */
export type NewEvent<E extends Event = Event> = E & {
  readonly meta: Omit<Meta, 'stream' | 'tenantId' | 'version' | 'position'>;
};

interface Envelope {
  readonly sealed?: Sealed;
  /** Digest of the request id. */
  readonly rid?: string;
  readonly v: number;
  readonly at: Instant;
  readonly by: string;
  readonly cmd: string;
  readonly cor: string;
  readonly cau?: string;
  readonly dep?: number;
  readonly root?: string;
  readonly data: unknown;
}

/** The ids of the call that made an event. */
type Call = Omit<Personal, 'data'>;

/** A record to append, and the digest of its request id. */
export interface Encoded extends NewStored {
  readonly rid?: string;
}

/** An event with its data in the schema version in which it was written. */
export interface EventAsStored {
  readonly event: Recorded;
  readonly schema: number;
  /** The data without personal members, where an earlier version wrote them in clear. */
  readonly bare?: unknown;
}

export interface Codec {
  /** False: a newer build wrote events of the type. */
  knows(type: string): boolean;
  /** Makes the keys durable that these events need. undefined: there is nothing to wait for. */
  prepare(stream: string, events: readonly NewEvent[]): Promise<void> | undefined;
  encode(event: NewEvent, stream: string): Encoded;
  /** Loads the keys that sealed these events. */
  load(stored: readonly Stored[]): Promise<void>;
  /** @throws UnknownEvent, DamagedEvent, AbsentKey */
  decode(stored: Stored): Recorded;
  /** Without upcasting. @throws UnknownEvent, DamagedEvent, AbsentKey */
  decodeAsStored(stored: Stored): EventAsStored;
  /** Ends the keys that end with these events. undefined: there are none. */
  endKeys(stream: string, events: readonly Event[]): Promise<void> | undefined;
}

const isWhole = ({ v, at, data }: Partial<Envelope>): boolean =>
  typeof v === 'number' && typeof at === 'string' && data !== undefined;

/**
 * Converts between events and stored records: envelope, schema versions, upcasting, sealing. Without keys it writes every
 * event in clear.
 */
export function codecFor(vocabulary: Vocabulary, keys?: SealingKeys): Codec {
  const sealing = new SealedEvents(keys ? (vocabulary.sealed ?? {}) : {}, keys ?? NO_KEYS);
  const { encode, decode, decodeAsStored } = plainCodec(vocabulary, sealing);
  const callOf = ({ meta: { requestId, trace } }: NewEvent): Call => (keys ? { requestId, trace } : {});
  return {
    knows: (type) => vocabulary.types[type] !== undefined,
    encode: (event, stream) => encode(event, stream, callOf(event)),
    prepare(stream, events) {
      const subjects: KeySubject[] = [];
      for (const event of events) {
        subjects.push(...sealing.subjects(stream, event.type, { data: event.data, ...callOf(event) }));
      }
      return subjects.length > 0 ? sealing.keys.prepare(parseStreamName(stream).tenantId, subjects) : undefined;
    },
    async load(stored) {
      const byTenant = Map.groupBy(stored, ({ stream }) => parseStreamName(stream).tenantId);
      const keysOf = (some: readonly Stored[]) =>
        some.map(({ body }) => keyIdIn(body)).filter((id): id is string => id !== undefined && isKeyId(id));
      await Promise.all([...byTenant].map(([tenantId, some]) => sealing.keys.load(tenantId, keysOf(some))));
    },
    decode: (stored) => soundly(stored, decode),
    decodeAsStored: (stored) => soundly(stored, decodeAsStored),
    endKeys(stream, events) {
      const ended = events.flatMap(({ type, data }) => sealing.ended(type, stream, data));
      return ended.length > 0 ? sealing.keys.end(parseStreamName(stream).tenantId, ended) : undefined;
    },
  };
}

function soundly<T>(stored: Stored, decode: (stored: Stored) => T): T {
  try {
    return decode(stored);
  } catch (error) {
    throw error instanceof UnknownEvent || error instanceof AbsentKey ? error : new DamagedEvent(stored, error);
  }
}

function plainCodec({ types, upcasters }: Vocabulary, sealing: SealedEvents) {
  function encode({ type, data, meta }: NewEvent, stream: string, call: Call): Encoded {
    const v = types[type];
    if (v === undefined) throw new UnknownEvent(`${type} is in no module's table of event types`);
    const { sealed, rid, data: clear } = sealing.seal({ id: meta.id, type, stream, v }, { data, ...call });
    const envelope: Envelope = {
      ...(sealed && { sealed }),
      ...(rid === undefined ? {} : { rid }),
      v,
      at: meta.at,
      by: meta.actor,
      cmd: meta.commandId,
      cor: meta.correlationId,
      ...(meta.causationId === undefined ? {} : { cau: meta.causationId }),
      ...(meta.depth === undefined ? {} : { dep: meta.depth }),
      ...(meta.rootId === undefined ? {} : { root: meta.rootId }),
      data: clear,
    };
    return { id: meta.id, type, body: JSON.stringify(envelope), ...(rid === undefined ? {} : { rid }) };
  }

  function decodeAsStored({ id, type, stream, version, position, body }: Stored): EventAsStored {
    const known = types[type];
    const envelope = JSON.parse(body) as Envelope;
    if (known === undefined || envelope.v > known) {
      throw new UnknownEvent(`${type} (schema ${envelope.v}) at position ${position} was written by a newer version`);
    }
    if (!isWhole(envelope)) throw new TypeError('The body is not an envelope');
    const { sealed, v: schema } = envelope;
    // `load` finds the key id at the beginning alone.
    if (sealed && sealed.k !== keyIdIn(body)) throw new TypeError('The envelope does not begin with its key id');
    const opened: Personal | 'erased' = sealed
      ? sealing.open({ id, type, stream, v: schema }, sealed, envelope.data)
      : { data: envelope.data };
    const meta: Meta = {
      id,
      tenantId: parseStreamName(stream).tenantId,
      stream,
      version,
      position,
      at: envelope.at,
      actor: envelope.by,
      commandId: envelope.cmd,
      correlationId: envelope.cor,
      ...(envelope.cau === undefined ? {} : { causationId: envelope.cau }),
      ...(envelope.dep === undefined ? {} : { depth: envelope.dep }),
      ...(envelope.root === undefined ? {} : { rootId: envelope.root }),
      ...(opened === 'erased' && sealing.isPersonal(type) ? { erased: true as const } : {}),
      ...(opened === 'erased' || opened.requestId === undefined ? {} : { requestId: opened.requestId }),
      ...(opened === 'erased' || opened.trace === undefined ? {} : { trace: opened.trace }),
      ...(envelope.rid === undefined ? {} : { requestDigest: envelope.rid }),
    };
    const event = { type, data: opened === 'erased' ? envelope.data : opened.data, meta };
    const bare = sealed ? undefined : sealing.bare(type, envelope.data);
    return { event, schema, ...(bare === undefined ? {} : { bare }) };
  }

  function decode(stored: Stored): Recorded {
    const { event, schema } = decodeAsStored(stored);
    const { type, meta } = event;
    let { data } = event;
    for (let v = schema; v < (types[type] ?? 0); v++) {
      const upcast = upcasters[type]?.[v];
      if (!upcast) throw new UnknownEvent(`${type}: no upcaster from schema ${v}`);
      data = upcast(data);
    }
    return { type, data, meta };
  }

  return { encode, decode, decodeAsStored };
}

/** False for a damaged event. @throws UnknownEvent */
export function isSound(event: Recorded | UnknownEvent | DamagedEvent): event is Recorded {
  if (event instanceof UnknownEvent) throw event;
  return !(event instanceof Error);
}
