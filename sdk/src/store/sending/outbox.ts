import type { Message, PostMessage } from '../../api.js';
import { SignedOut, TidingsError } from '../../errors.js';
import { isPassing, pauseBefore } from '../../retries.js';
import type { Draft, KeptMessage, OutboxStorage } from './outbox-storage.js';

/** The pause after a failed attempt doubles so often, to half a minute at most. */
const MOST_DOUBLED = 7;
/** Unsent messages at most. */
export const MOST_UNSENT = 100;

/** A message on its way. */
export interface Pending extends KeptMessage {
  /** `waiting`: the next attempt follows by itself. `posted`: it is shown until its frame arrives. */
  readonly status: 'sending' | 'waiting' | 'posted' | 'failed';
  /** Text of the service for a refused message. */
  readonly reason?: string;
}

export interface OutboxEvents {
  readonly onChange: () => void;
  /** The service has accepted the message. */
  readonly onPosted: (message: Message, pending: Pending) => unknown;
  /** A posted message of an earlier page still waits for its file. */
  readonly onUnfinished: (messageId: string, pending: Pending) => void;
  readonly onError: (error: unknown) => void;
}

/** Posts a message. The same key posts it once. */
export type Post = (body: PostMessage, key: string, signal: AbortSignal) => Promise<Message>;

/** The connection is new: an attempt that the former one may have lost is repeated. */
const RECONNECTED = new Error('reconnected');

/** Messages on their way, sent one after the other in the order in which they were written. */
export class Outbox {
  private items: readonly Pending[] = [];
  private attempt: AbortController | undefined;
  private attempts = 0;
  private later: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  constructor(
    private readonly post: Post,
    private readonly storage: OutboxStorage,
    private readonly scope: string,
    private readonly events: OutboxEvents,
  ) {}

  get pending(): readonly Pending[] {
    return this.items;
  }

  get isFull(): boolean {
    return this.items.length >= MOST_UNSENT;
  }

  /** Goes on with what an earlier page left. */
  async load(): Promise<void> {
    const kept = await this.storage.load(this.scope).catch(() => []);
    if (this.isClosed) return;
    const unsent = kept.filter(({ key }) => !this.items.some((each) => each.key === key));
    const old = unsent.map(
      (each): Pending => ({ ...each, status: each.messageId === undefined ? 'sending' : 'posted' }),
    );
    this.items = [...old, ...this.items];
    for (const each of old) if (each.messageId !== undefined) this.events.onUnfinished(each.messageId, each);
    void this.work();
  }

  /** @throws RangeError if the outbox is full */
  add(draft: Draft, key: string): void {
    if (this.isFull) throw new RangeError(`${MOST_UNSENT} messages wait to be sent`);
    const kept: KeptMessage = { key, draft, at: new Date().toISOString() };
    this.items = [...this.items, { ...kept, status: 'sending' }];
    this.keep(kept);
    void this.work();
  }

  /** Tries what failed or waits again, with the same key. */
  retry(key?: string): void {
    const isMeant = (item: Pending) => (key === undefined ? item.status === 'waiting' : item.key === key);
    for (const item of this.items) if (isMeant(item)) this.change(item.key, { status: 'sending' });
    void this.work();
  }

  /** A request that hangs on the lost connection is sent on the new one. */
  reconnected(): void {
    this.attempt?.abort(RECONNECTED);
    this.attempts = 0;
    this.retry();
  }

  discard(key: string): void {
    this.items = this.items.filter((each) => each.key !== key);
    this.forget(key);
    this.events.onChange();
  }

  /** The message is in the log. Its file may still be on its way. */
  arrived(key: string | undefined): void {
    const item = this.items.find((each) => each.key === key);
    if (!item) return;
    this.items = this.items.filter((each) => each !== item);
    if (!('file' in item.draft)) this.forget(item.key);
    this.events.onChange();
  }

  /** The file of a message is uploaded, or given up. */
  finished(key: string): void {
    this.forget(key);
  }

  /** Sends nothing more. Kept messages stay for the next page. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.later);
    this.attempt?.abort();
  }

  private async work(): Promise<void> {
    clearTimeout(this.later);
    if (this.isClosed) return;
    this.events.onChange();
    if (this.attempt) return;
    for (let item = this.next(); item; item = this.next()) {
      this.attempt = new AbortController();
      await this.send(item, this.attempt.signal);
      this.attempt = undefined;
      if (this.isClosed) return;
      this.events.onChange();
    }
    if (this.items.some(({ status }) => status === 'waiting'))
      this.later = setTimeout(() => this.retry(), pauseBefore(Math.min(this.attempts++, MOST_DOUBLED), null));
  }

  /** A message that waits for the connection holds back the later ones, so that their order stays. */
  private next(): Pending | undefined {
    const first = this.items.find(({ status }) => status === 'sending' || status === 'waiting');
    return first?.status === 'sending' ? first : undefined;
  }

  private async send(item: Pending, signal: AbortSignal): Promise<void> {
    const { key, draft } = item;
    try {
      const message = await this.post(bodyOf(draft, key), key, signal);
      this.attempts = 0;
      this.change(key, { status: 'posted', messageId: message.id });
      if ('file' in draft) this.keep({ key, draft, at: item.at, messageId: message.id });
      else this.forget(key);
      this.events.onPosted(message, item);
    } catch (error) {
      if (error === RECONNECTED || this.isClosed) return;
      const reason = error instanceof TidingsError ? (error.errors[0]?.message ?? error.message) : undefined;
      const isLater = isPassing(error) || error instanceof SignedOut;
      this.change(key, { status: isLater ? 'waiting' : 'failed', ...(reason === undefined ? {} : { reason }) });
      this.events.onError(error);
    }
  }

  private change(key: string, to: Partial<Pending>): void {
    this.items = this.items.map((each) => (each.key === key ? { ...each, ...to } : each));
  }

  /** Storage that fails, as in a private window, leaves the messages in memory. */
  private keep(message: KeptMessage): void {
    this.storage.put(this.scope, message).catch(() => {});
  }

  private forget(key: string): void {
    this.storage.remove(this.scope, key).catch(() => {});
  }
}

function bodyOf(draft: Draft, source_id: string): PostMessage {
  if (draft.kind === 'TEXT' || draft.kind === 'REQUEST_LOCATION')
    return { kind: draft.kind, text: draft.text, source_id };
  if (draft.kind === 'LOCATION') return { kind: draft.kind, location: draft.location, source_id };
  return { kind: draft.kind, source_id, ...(draft.text === undefined ? {} : { text: draft.text }) };
}
