import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from '../../../src/engine/log/event-log.js';
import type { Position } from '../../../src/kernel/event.js';
import { streamName } from '../../../src/kernel/stream.js';
import type { Caller } from '../../fixtures/caller.js';
import type { Tenant } from '../../fixtures/tenant.js';
import type { Answer } from '../../support/api.js';

/** The tenant of a campaign, and its owner at each of two processes (or twice at one). */
export interface Field {
  readonly tenant: Tenant;
  readonly log: Pick<EventLog, 'readExactly'>;
  readonly owners: readonly [Caller, Caller];
}

/** One round of a race. Resolves to what is wrong afterwards, or to undefined. */
export type Race = (field: Field, id: string, round: number) => Promise<string | undefined>;

/** Two requests begun together, each first in half of the rounds, up to 3 ms apart. */
export async function together(
  round: number,
  one: () => Promise<Answer>,
  other: () => Promise<Answer>,
): Promise<readonly [Answer, Answer]> {
  const later = async (work: () => Promise<Answer>) => {
    await sleep(round % 4);
    return work();
  };
  if (round % 8 < 4) return Promise.all([one(), later(other)]);
  return Promise.all([later(one), other()]);
}

export const done = ({ status }: Answer): boolean => status < 300;

/** What two requests that must not both be done got, where both are done or one failed in the service. */
export function bothDone(answers: readonly [Answer, Answer]): string | undefined {
  const [one, other] = answers;
  if (one.status >= 500 || other.status >= 500) return `${one.status} and ${other.status}`;
  return done(one) && done(other) ? `both are done: ${one.status} and ${other.status}` : undefined;
}

/** Positions of the events of a type in the streams of a conversation. */
export async function positionsOf(
  { log, tenant }: Field,
  category: 'conversation' | 'messageLog',
  id: string,
  type: string,
): Promise<readonly Position[]> {
  const stream = streamName(category, tenant.tenantId, id);
  const events = await log.readExactly(stream, { limit: 1_000 });
  return events.filter((event) => event.type === type).map(({ meta }) => meta.position);
}

/** What is wrong where a message is behind the end of what it needs. */
export async function messagesBehind(field: Field, id: string, ending: string): Promise<string | undefined> {
  const [ended = Number.POSITIVE_INFINITY] = await positionsOf(field, 'conversation', id, ending);
  const posted = await positionsOf(field, 'messageLog', id, 'MessagePosted');
  const behind = posted.filter((position) => position > ended);
  return behind.length > 0 ? `a message at ${behind[0]} is behind ${ending} at ${ended}` : undefined;
}
