import type { EndedSubject, EventType, KeySubject, TraceContext } from '../../../kernel/event.js';
import { parseStreamName } from '../../../kernel/stream.js';
import type { DataKeys, Sealed } from '../../../ports/stores/data-keys.js';
import { eventSubject } from './event-subject.js';
import { type MemberTree, memberTree, putBack, taken } from './personal-members.js';

export type SealingKeys = Pick<DataKeys, 'load' | 'prepare' | 'seal' | 'open' | 'end' | 'preparedMac'>;

/** How events of one type are sealed. */
export type SealedType = Pick<EventType, 'personal' | 'subject' | 'ends'>;

/** The key store has lost the key of an event: no erasure ended it. */
export class MissingKey extends Error {}

/** The key of an event is not in memory. */
export class AbsentKey extends Error {}

type Members = Readonly<Record<string, unknown>>;

/** The sealed text is bound to them. */
interface Bound {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  /** Schema version. */
  readonly v: number;
}

export interface Personal {
  readonly data: unknown;
  readonly requestId?: string | undefined;
  readonly trace?: TraceContext | undefined;
}

/** `sealed` has `data`, the request id and the trace; `rid` is the digest under which the request id is found. */
export interface SealedParts {
  readonly sealed?: Sealed;
  readonly rid?: string;
  readonly data: unknown;
}

/** The sealed text, as JSON. */
interface Plain {
  readonly data?: Members;
  readonly rid?: string;
  /** Trace and span. */
  readonly trc?: readonly [string, string];
}

const REQUEST_ID = 'request-id';
const TENANT: KeySubject = { kind: 'tenant' };
const START = '{"sealed":{"k":"';

const bound = ({ id, type, stream, v }: Bound): string => `${id}\0${type}\0${stream}\0${v}`;

/** The id of the key that sealed an event; undefined where nothing is sealed. The envelope begins with it. */
export function keyIdIn(body: string): string | undefined {
  if (!body.startsWith(START)) return undefined;
  return body.slice(START.length, body.indexOf('"', START.length));
}

/** Seals the personal members of events and opens them again. */
export class SealedEvents {
  private readonly trees: ReadonlyMap<string, MemberTree | undefined>;

  constructor(
    private readonly types: Readonly<Record<string, SealedType>>,
    readonly keys: SealingKeys,
  ) {
    this.trees = new Map(Object.entries(types).map(([type, { personal }]) => [type, memberTree(personal)]));
  }

  /** Keys that sealing these events needs. */
  subjects(stream: string, type: string, { data, requestId, trace }: Personal): readonly KeySubject[] {
    if (requestId !== undefined) return [TENANT, this.subjectOf(type, stream, data)];
    return trace !== undefined || this.isPersonal(type) ? [this.subjectOf(type, stream, data)] : [];
  }

  /** Events of the type have personal members. */
  isPersonal(type: string): boolean {
    return this.trees.get(type) !== undefined;
  }

  /** The data without personal members; undefined where they have none. */
  bare(type: string, data: unknown): unknown {
    const tree = this.trees.get(type);
    const [rest, members] = tree ? taken(data as Members, tree) : [data, undefined];
    return members === undefined ? undefined : rest;
  }

  seal(event: Bound, { data, requestId, trace }: Personal): SealedParts {
    const tree = this.trees.get(event.type);
    const [rest, members] = tree ? taken(data as Members, tree) : [data, undefined];
    if (members === undefined && requestId === undefined && trace === undefined) return { data };
    const { tenantId } = parseStreamName(event.stream);
    const plain: Plain = {
      ...(members && { data: members }),
      ...(requestId !== undefined && { rid: requestId }),
      ...(trace && { trc: [trace.traceId, trace.spanId] }),
    };
    const subject = this.subjectOf(event.type, event.stream, data);
    return {
      sealed: this.keys.seal(tenantId, subject, JSON.stringify(plain), bound(event)),
      ...(requestId !== undefined && { rid: this.keys.preparedMac(tenantId, REQUEST_ID, requestId) }),
      data: rest,
    };
  }

  /** 'erased': the key was ended. @throws MissingKey, AbsentKey, Error when the text was changed */
  open(event: Bound, sealed: Sealed, data: unknown): Personal | 'erased' {
    const { tenantId } = parseStreamName(event.stream);
    const opened = this.keys.open(tenantId, sealed, bound(event));
    if (opened.state === 'erased') return 'erased';
    if (opened.state === 'missing') throw new MissingKey(`The key ${sealed.k} is lost.`);
    if (opened.state === 'absent') throw new AbsentKey(sealed.k);
    const plain = JSON.parse(opened.text) as Plain;
    const [traceId, spanId] = plain.trc ?? [];
    return {
      data: plain.data ? putBack(data as Members, plain.data) : data,
      requestId: plain.rid,
      trace: traceId === undefined || spanId === undefined ? undefined : { traceId, spanId },
    };
  }

  /** Subjects whose keys end with the event. */
  ended(type: string, stream: string, data: unknown): readonly EndedSubject[] {
    return this.types[type]?.ends?.(data as never, parseStreamName(stream).id) ?? [];
  }

  private subjectOf(type: string, stream: string, data: unknown): KeySubject {
    return eventSubject(this.types[type]?.subject ?? 'tenant', stream, data);
  }
}
