import type { Event, Meta, Recorded } from '../../kernel/event.js';
import type { Instant } from '../../kernel/instant.js';
import { parseStreamName } from '../../kernel/stream.js';
import type { NewStored, Stored } from '../../ports/stores/event-store.js';
import { DamagedEvent } from './damaged-events.js';

/** Turns event data of one schema version into the next version. */
export type Upcaster = (data: unknown) => unknown;

/** The event types this build reads and the schema version it writes; `upcasters` convert older versions. */
export interface Vocabulary {
  readonly types: Readonly<Record<string, number>>;
  /** By event type and source version. */
  readonly upcasters: Readonly<Record<string, Readonly<Record<number, Upcaster>>>>;
}

/** A newer build wrote the event. A reader stops here, because skipping the event would lose it. */
export class UnknownEvent extends Error {}

/** An event to append; the log adds stream, tenant, version and position. */
export type NewEvent<E extends Event = Event> = E & {
  readonly meta: Omit<Meta, 'stream' | 'tenantId' | 'version' | 'position'>;
};

interface Envelope {
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

export interface Codec {
  encode(event: NewEvent): NewStored;
  /** @throws UnknownEvent, DamagedEvent */
  decode(stored: Stored): Recorded;
}

const isWhole = ({ v, at, data }: Partial<Envelope>): boolean =>
  typeof v === 'number' && typeof at === 'string' && data !== undefined;

/** Converts between events and stored records: envelope, schema versions, upcasting. */
export const codecFor = (vocabulary: Vocabulary): Codec => {
  const { encode, decode } = plainCodec(vocabulary);
  return {
    encode,
    decode(stored) {
      try {
        return decode(stored);
      } catch (error) {
        throw error instanceof UnknownEvent ? error : new DamagedEvent(stored, error);
      }
    },
  };
};

const plainCodec = ({ types, upcasters }: Vocabulary): Codec => ({
  encode({ type, data, meta }) {
    const v = types[type];
    if (v === undefined) throw new UnknownEvent(`${type} is in no module's table of event types`);
    const envelope: Envelope = {
      v,
      at: meta.at,
      by: meta.actor,
      cmd: meta.commandId,
      cor: meta.correlationId,
      ...(meta.causationId === undefined ? {} : { cau: meta.causationId }),
      ...(meta.depth === undefined ? {} : { dep: meta.depth }),
      ...(meta.rootId === undefined ? {} : { root: meta.rootId }),
      data,
    };
    return { id: meta.id, type, body: JSON.stringify(envelope) };
  },

  decode({ id, type, stream, version, position, body }) {
    const known = types[type];
    const envelope = JSON.parse(body) as Envelope;
    if (known === undefined || envelope.v > known) {
      throw new UnknownEvent(`${type} (schema ${envelope.v}) at position ${position} was written by a newer version`);
    }
    if (!isWhole(envelope)) throw new TypeError('The body is not an envelope');
    let data = envelope.data;
    for (let v = envelope.v; v < known; v++) {
      const upcast = upcasters[type]?.[v];
      if (!upcast) throw new UnknownEvent(`${type}: no upcaster from schema ${v}`);
      data = upcast(data);
    }
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
    };
    return { type, data, meta };
  },
});

/** False for a damaged event. @throws UnknownEvent */
export function isSound(event: Recorded | UnknownEvent | DamagedEvent): event is Recorded {
  if (event instanceof UnknownEvent) throw event;
  return !(event instanceof Error);
}
