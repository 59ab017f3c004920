import type { Location, Message, PostMessage } from '../../sdk/src/api.js';
import { NoAnswer, TidingsError } from '../../sdk/src/errors.js';
import { pauseBefore } from '../../sdk/src/retries.js';
import type { AssetKind } from '../../src/catalogue/assets.js';
import { Ended, type Session } from './session.js';

/** The pause after a failed attempt doubles so often, to half a minute at most. */
const MOST_DOUBLED = 7;

/** Content of a message that a client sends. */
export type Draft =
  | { readonly kind: 'TEXT'; readonly text: string }
  | { readonly kind: 'LOCATION'; readonly location: Location }
  | { readonly kind: AssetKind; readonly file: File };

export interface Pending {
  /** Idempotency key and `source_id` of the message, the same for every attempt. */
  readonly key: string;
  readonly draft: Draft;
  readonly at: string;
  /** A posted message is shown until its frame arrives. */
  status: 'sending' | 'waiting' | 'posted' | 'failed';
  /** Text of the service for a refused message. */
  reason?: string;
}

interface Outcome {
  readonly onChange: () => void;
  readonly onPosted: (message: Message, draft: Draft) => void;
  readonly onEnded: (ended: Ended) => void;
  readonly onArchived: () => void;
}

/** Messages on their way, sent one after the other in the order in which they were written. */
export class Outbox {
  private items: readonly Pending[] = [];
  private isBusy = false;
  private attempts = 0;
  private later: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly session: Session,
    private readonly conversationId: string,
    private readonly outcome: Outcome,
  ) {}

  get pending(): readonly Pending[] {
    return this.items;
  }

  add(draft: Draft, key: string): void {
    this.items = [...this.items, { key, draft, at: new Date().toISOString(), status: 'sending' }];
    void this.work();
  }

  /** Tries what failed or waits again, with the same key. */
  retry(key?: string): void {
    for (const item of this.items)
      if (key === undefined ? item.status === 'waiting' : item.key === key) item.status = 'sending';
    void this.work();
  }

  discard(key: string): void {
    this.items = this.items.filter((each) => each.key !== key);
    this.outcome.onChange();
  }

  /** The message has arrived in the log. */
  arrived(key: string | undefined): void {
    if (key !== undefined && this.items.some((each) => each.key === key)) this.discard(key);
  }

  close(): void {
    clearTimeout(this.later);
    this.items = [];
  }

  private async work(): Promise<void> {
    clearTimeout(this.later);
    this.outcome.onChange();
    if (this.isBusy) return;
    this.isBusy = true;
    for (let item = this.next(); item; item = this.next()) {
      await this.send(item);
      this.outcome.onChange();
    }
    this.isBusy = false;
    if (this.items.some(({ status }) => status === 'waiting'))
      this.later = setTimeout(() => this.retry(), pauseBefore(Math.min(this.attempts++, MOST_DOUBLED), null));
  }

  /** A message that waits for the connection holds back the later ones, so that their order stays. */
  private next(): Pending | undefined {
    const first = this.items.find(({ status }) => status === 'sending' || status === 'waiting');
    return first?.status === 'sending' ? first : undefined;
  }

  private async send(item: Pending): Promise<void> {
    const { key, draft } = item;
    try {
      const message = await this.session.withAccess((tidings) =>
        tidings.call('POST /conversations/{conversation_id}/messages', {
          path: { conversation_id: this.conversationId },
          body: bodyOf(draft, key),
          idempotencyKey: key,
        }),
      );
      item.status = 'posted';
      this.attempts = 0;
      this.outcome.onPosted(message, draft);
    } catch (error) {
      if (error instanceof Ended) this.outcome.onEnded(error);
      if (error instanceof TidingsError && error.code === 'errors.conversation.archived') this.outcome.onArchived();
      item.status = error instanceof NoAnswer || isPassing(error) ? 'waiting' : 'failed';
      if (error instanceof TidingsError) item.reason = error.errors[0]?.message ?? error.message;
    }
  }
}

const isPassing = (error: unknown) => error instanceof TidingsError && (error.status === 429 || error.status >= 500);

function bodyOf(draft: Draft, source_id: string): PostMessage {
  if ('text' in draft) return { kind: draft.kind, text: draft.text, source_id };
  if ('location' in draft) return { kind: draft.kind, location: draft.location, source_id };
  return { kind: draft.kind, source_id };
}
