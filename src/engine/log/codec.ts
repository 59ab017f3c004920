import type { Event, Meta, Recorded } from '../../kernel/event.js';
import type { Instant } from '../../kernel/instant.js';
import { parseStreamName } from '../../kernel/stream.js';
import type { NewStored, Stored } from '../../ports/event-store.js';

/** Turns the data of one schema version into the next one's. */
export type Upcaster = (data: unknown) => unknown;

/** Every event type this build can read, with the schema version it writes; older ones are lifted by `upcasters`. */
export interface Vocabulary {
  readonly types: Readonly<Record<string, number>>;
  /** By event type and the version it lifts from. */
  readonly upcasters: Readonly<Record<string, Readonly<Record<number, Upcaster>>>>;
}

/** What stands in the log was written by a newer build. Whoever reads must stop: skipping it would lose it. */
export class UnknownEvent extends Error {}

/** An event about to be written: what the log itself adds is still missing. */
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
  readonly data: unknown;
}

export interface Codec {
  encode(event: NewEvent): NewStored;
  /** @throws UnknownEvent */
  decode(stored: Stored): Recorded;
}

/** The only door between events and what a store keeps: envelope, schema versions, upcasting. */
export const codecFor = ({ types, upcasters }: Vocabulary): Codec => ({
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
    let data = envelope.data;
    for (let v = envelope.v; v < known; v++) {
      const lift = upcasters[type]?.[v];
      if (!lift) throw new UnknownEvent(`${type}: no upcaster from schema ${v}`);
      data = lift(data);
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
    };
    return { type, data, meta };
  },
});
