import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './api.js';
import type { Member } from './fleet.js';

type Caller = Pick<Member, 'call'>;

export interface Message {
  readonly id: string;
  readonly sequence: number;
  readonly text: string;
  readonly source_id?: string;
}

/** What careful clients were told on their way. */
export interface Story {
  /** Id of each message by its key, as it was acknowledged. */
  readonly acknowledged: Map<string, string>;
  readonly refusals: Map<string, number>;
  /** Answers and failures that nobody should see. */
  readonly odd: string[];
  /** Connections that ended without an answer. */
  broken: number;
}

export const newStory = (): Story => ({ acknowledged: new Map(), refusals: new Map(), odd: [], broken: 0 });

const BROKEN_PAUSE_MS = 200;

/** Why a refusal is none that a client may be given while a store is away; undefined where it is fine. */
function oddity({ status, headers, body, text }: Answer): string | undefined {
  if (status === 409 && body?.code === 'errors.idempotency.in_progress') return undefined;
  const told = `${status} ${headers.get('retry-after')} ${text.slice(0, 300)}`;
  const isKnown = ['errors.store.unavailable', 'errors.position.not_reached'].includes(body?.code);
  return status === 503 && isKnown && /^\d+$/.test(headers.get('retry-after') ?? '') ? undefined : told;
}

/** Asks again with the same key until it is acknowledged, after as long as it is told. Undefined: `isOver` before that. */
export async function postSurely(
  story: Story,
  caller: () => Caller,
  path: string,
  { token, key, body }: { readonly token: string; readonly key: string; readonly body: object },
  isOver: () => boolean = () => false,
): Promise<Answer | undefined> {
  while (!isOver()) {
    const answer = await caller()
      .call('POST', path, { token, body, headers: { 'idempotency-key': key } })
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

const PAGE = 1_000;

/** All messages of a conversation, the oldest first, no older than `position`. */
export async function listed(
  caller: Caller,
  path: string,
  token: string,
  position = 'p0',
): Promise<readonly Message[]> {
  const messages: Message[] = [];
  for (let from = 0; ; from += PAGE) {
    const query = `order=ASC&limit=${PAGE}&last_sequence=${from}`;
    const headers = { 'tidings-position': position };
    const { status, body, text } = await caller.call('GET', `${path}?${query}`, { token, headers });
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
    messages.push(...body.messages);
    if (!body.has_more) return messages;
  }
}
