import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../fixtures/caller.js';
import type { Answer } from './api.js';

/** What the posting clients were answered. */
export interface Story {
  /** Id of each message by its key, as it was acknowledged. */
  readonly acknowledged: Map<string, string>;
  readonly refusals: Map<string, number>;
  /** Answers that a client must never get. */
  readonly odd: string[];
  /** Connections that ended without an answer. */
  broken: number;
}

export const newStory = (): Story => ({ acknowledged: new Map(), refusals: new Map(), odd: [], broken: 0 });

const BROKEN_PAUSE_MS = 200;

/** The answer as text if it is not one of the refusals that are allowed while a store is unavailable. */
function oddity({ status, headers, body, text }: Answer): string | undefined {
  if (status === 409 && body?.code === 'errors.idempotency.in_progress') return undefined;
  const told = `${status} ${headers.get('retry-after')} ${text.slice(0, 300)}`;
  const isKnown = ['errors.store.unavailable', 'errors.position.not_reached'].includes(body?.code);
  return status === 503 && isKnown && /^\d+$/.test(headers.get('retry-after') ?? '') ? undefined : told;
}

/**
 * Posts with an Idempotency-Key and repeats the post, as `Retry-After` says, until it is acknowledged. Answers undefined
 * if `isOver` holds before.
 */
export async function postSurely(
  story: Story,
  caller: () => Caller,
  path: string,
  { key, body }: { readonly key: string; readonly body: object },
  isOver: () => boolean = () => false,
): Promise<Answer | undefined> {
  while (!isOver()) {
    const answer = await caller()
      .call('POST', path, body, { 'idempotency-key': key })
      .catch(() => undefined);
    if (!answer) {
      story.broken++;
      await sleep(BROKEN_PAUSE_MS);
    } else if (answer.status < 300) {
      const known = story.acknowledged.get(key);
      if (known !== undefined && known !== answer.body.id) story.odd.push(`${key}: ${known}, then ${answer.body.id}`);
      story.acknowledged.set(key, answer.body.id);
      return answer;
    } else {
      const odd = oddity(answer);
      if (odd) {
        story.odd.push(odd);
        return answer;
      }
      story.refusals.set(answer.body.code, (story.refusals.get(answer.body.code) ?? 0) + 1);
      await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
    }
  }
  return undefined;
}
