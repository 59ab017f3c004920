import type { Position } from '../../kernel/event.js';
import { HOUR, type Instant, plus, SECOND } from '../../kernel/instant.js';
import { reject } from '../../kernel/rejection.js';
import type { Secrets } from '../../ports/identity/secrets.js';
import type { Clock } from '../../ports/process/clock.js';
import { StoreUnavailable } from '../../ports/stores/event-store.js';
import type { OperationalKey, OperationalStore } from '../../ports/stores/operational-store.js';
import type { EventLog } from '../log/event-log.js';
import type { EventPlace } from '../log/tail/followed-event.js';
import { type AnswerSubject, noteOfAnswer } from './remembered-answers.js';

/**
 * A process renews its claim while it works on a request. Without a renewal for this long it counts as dead, and
 * another process may take over.
 */
const LEASE_MS = 6 * SECOND;
const RENEW_MS = 1.5 * SECOND;

/** An answer as it was first given. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface RememberedAnswer {
  readonly body: string;
  readonly startedAt: Instant;
  /** Its events have positions after this one. */
  readonly after?: Position;
  readonly owner: string;
  readonly leasedUntil: Instant;
  readonly answer?: Answer;
  /** The response was sent, but is too large to store. */
  readonly done?: true;
  /** Newest event of this process at the time of the response. A log without it was put back to an older state. */
  readonly newest?: EventPlace;
}

type Unclaimed = Omit<RememberedAnswer, 'owner' | 'leasedUntil'>;

/** A keyed request that is being worked on. */
export interface Running {
  readonly key: OperationalKey;
  readonly startedAt: Instant;
  readonly record: RememberedAnswer;
  /** A process died (or gave up) while working on it: its events may be in the log. */
  readonly again: boolean;
  /** The response was sent; the same response is made again from the log. */
  readonly done: boolean;
}

/** The stored record with its revision. */
interface Claimed {
  readonly running: Running;
  revision: number;
  leasedUntil: Instant;
}

/** The part of the event log that idempotency needs. */
export type AnsweredLog = Pick<EventLog, 'newestPlace' | 'find'>;

export type Begun = { readonly answer: Answer } | { readonly running: Running };

/** A stored response may hold a link that gives access. */
const purposeOf = ({ tenantId, id }: OperationalKey): string => `answer:${tenantId}/${id}`;

/**
 * Idempotency keys (contract 1). The record is durable before anything is decided, and every id of the request is
 * derived from it. So after a crash between append and response, the same key finds its events in the log.
 */
export class Idempotency {
  /** Remembered responses whose events the log has lost, for the metric. */
  lost = 0;
  private readonly busy = new Map<string, Claimed | undefined>();
  private renewing: NodeJS.Timeout | undefined;

  /** `owner` names this process; records of a dead one in a store only we use are taken over at once. */
  constructor(
    private readonly operations: OperationalStore,
    private readonly clock: Clock,
    private readonly owner: string,
    private readonly alone: boolean,
    private readonly hours: number,
    private readonly secrets: Secrets,
    private readonly renewMs: number = RENEW_MS,
    private readonly log: AnsweredLog = { newestPlace: undefined, find: async () => undefined },
  ) {}

  /** Compares the content of requests by a digest. @throws Rejection `errors.idempotency.in_progress`, `errors.idempotency.body_differs` */
  async begin(key: OperationalKey, content: string | Uint8Array, position?: Position): Promise<Begun> {
    const name = `${key.tenantId}/${key.id}`;
    if (this.busy.has(name)) return reject('errors.idempotency.in_progress');
    this.busy.set(name, undefined);
    try {
      return await this.claim(key, this.secrets.digest('request', content), position);
    } catch (error) {
      this.busy.delete(name);
      throw error;
    }
  }

  /** Drops the response where the log was put back. Events of the request are still found by their ids. */
  private async trusted(known: RememberedAnswer): Promise<RememberedAnswer> {
    if (!known.newest || (!known.answer && !known.done)) return known;
    try {
      if (await this.log.find(known.newest)) return known;
    } catch (error) {
      if (error instanceof StoreUnavailable) return known;
      throw error;
    }
    this.lost++;
    const { body, startedAt, owner, leasedUntil } = known;
    return { body, startedAt, owner, leasedUntil };
  }

  /** Most keys are new. Where a read is a call of a server, the record is put first. */
  private async claim(key: OperationalKey, body: string, position: Position | undefined): Promise<Begun> {
    const now = this.clock.now();
    const begun = this.alone ? undefined : await this.put(key, this.recordOf(body, now, position), 0, now);
    return begun ?? this.claimKnown(key, body, position);
  }

  private async claimKnown(key: OperationalKey, body: string, position: Position | undefined): Promise<Begun> {
    const now = this.clock.now();
    const found = await this.operations.get<RememberedAnswer>(key);
    const kept = found?.due && found.due > now ? found.value : undefined;
    const known = kept && (await this.trusted(kept));
    if (known && known.body !== body) return reject('errors.idempotency.body_differs');
    if (known?.answer) {
      this.busy.delete(`${key.tenantId}/${key.id}`);
      const { body: sealed, ...rest } = known.answer;
      return { answer: { ...rest, body: this.secrets.unseal(purposeOf(key), sealed) } };
    }
    if (known && !known.done && !this.alone && known.owner !== this.owner && known.leasedUntil > now) {
      return reject('errors.idempotency.in_progress');
    }
    const record = known
      ? { ...this.recordOf(body, known.startedAt, known.after), ...(known.done && { done: known.done }) }
      : this.recordOf(body, now, position);
    const begun = await this.put(key, record, found?.revision ?? 0, now, known);
    return begun ?? reject('errors.idempotency.in_progress');
  }

  private recordOf(body: string, startedAt: Instant, after: Position | undefined): Unclaimed {
    return { body, startedAt, ...(after === undefined ? {} : { after }) };
  }

  /** undefined: the record has another revision. */
  private async put(
    key: OperationalKey,
    unclaimed: Unclaimed,
    expected: number,
    now: Instant,
    known?: RememberedAnswer,
  ): Promise<Begun | undefined> {
    const record: RememberedAnswer = { ...unclaimed, owner: this.owner, leasedUntil: plus(now, LEASE_MS) };
    const { startedAt, leasedUntil } = record;
    if (!(await this.operations.put(key, record, { expected, due: plus(startedAt, this.hours * HOUR) })))
      return undefined;
    const running = { key, startedAt, record, again: known !== undefined, done: known?.done ?? false };
    if (!this.alone) this.keep({ running, revision: expected + 1, leasedUntil });
    return { running };
  }

  /**
   * Durable before the response is sent. A repeatable response is made again instead of stored.
   * @param subject what the response is about
   */
  async finish({ key, record }: Running, answer: Answer | 'repeatable', subject?: AnswerSubject): Promise<void> {
    const due = plus(record.startedAt, this.hours * HOUR);
    const newest = this.log.newestPlace;
    const place = newest && { newest };
    const value = { ...record, ...place, ...this.outcome(key, answer) };
    const note = subject ? [noteOfAnswer(key, subject, due)] : [];
    await this.operations.putAll([...note, { key, value, due }]);
    this.release(key);
  }

  private outcome(key: OperationalKey, answer: Answer | 'repeatable'): Pick<RememberedAnswer, 'answer' | 'done'> {
    if (answer === 'repeatable') return { done: true };
    return { answer: { ...answer, body: this.secrets.seal(purposeOf(key), answer.body) } };
  }

  /** A refused request is not remembered. */
  async forget({ key }: Running): Promise<void> {
    await this.operations.remove(key);
    this.release(key);
  }

  /** The outcome is unknown: a repeat of the request looks in the log first. */
  abandon({ key }: Running): void {
    this.release(key);
  }

  private keep(claimed: Claimed): void {
    const { tenantId, id } = claimed.running.key;
    this.busy.set(`${tenantId}/${id}`, claimed);
    this.renewing ??= setInterval(() => {
      for (const each of this.busy.values()) if (each) void this.renew(each).catch(() => {});
    }, this.renewMs).unref();
  }

  private async renew(claimed: Claimed): Promise<void> {
    const now = this.clock.now();
    if (claimed.leasedUntil > plus(now, LEASE_MS - this.renewMs)) return;
    const { key, record } = claimed.running;
    const leasedUntil = plus(now, LEASE_MS);
    const due = plus(record.startedAt, this.hours * HOUR);
    const { revision: expected } = claimed;
    if (!(await this.operations.put(key, { ...record, leasedUntil }, { expected, due, relaxed: true }))) return;
    Object.assign(claimed, { revision: expected + 1, leasedUntil });
  }

  private release(key: OperationalKey): void {
    this.busy.delete(`${key.tenantId}/${key.id}`);
  }
}
