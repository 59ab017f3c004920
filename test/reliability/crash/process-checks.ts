import type { Recorded } from '../../../src/kernel/event.js';
import { parseStreamName } from '../../../src/kernel/stream.js';
import type { Finding } from './log-checks.js';

type Fact = Readonly<Record<string, string>>;

/** Each user who was created as an owner is counted among the owners once. */
export function owners(events: readonly Recorded[]): Finding {
  const counted = new Map<string, number>();
  const created: string[] = [];
  for (const { type, data, meta } of events) {
    const { role, userId = '' } = data as Fact;
    if (type === 'UserCreated' && role === 'OWNER') created.push(parseStreamName(meta.stream).id);
    if (type === 'OwnerAdded') counted.set(userId, (counted.get(userId) ?? 0) + 1);
  }
  const wrong = created.flatMap((id) => {
    const times = counted.get(id) ?? 0;
    return times === 1 ? [] : [`owner ${id} was added ${times} times`];
  });
  return { compared: created.length, wrong };
}

/** A lock that came to its end is noted as expired once; with `settled` none is left whose end is past. */
export function lockExpiries(events: readonly Recorded[], settledAt?: string): Finding {
  const held = new Map<string, string>();
  const wrong: string[] = [];
  let compared = 0;
  for (const { type, data, meta } of events) {
    const { until = '' } = data as Fact;
    if (type === 'ConversationLocked') held.set(meta.stream, until);
    if (type === 'ConversationUnlocked') held.delete(meta.stream);
    if (type !== 'ConversationLockExpired') continue;
    compared++;
    if (held.get(meta.stream) !== until)
      wrong.push(`${meta.stream}: the lock until ${until} expired, but was not held`);
    if (meta.at < until) wrong.push(`${meta.stream}: the lock until ${until} expired too early`);
    held.delete(meta.stream);
  }
  if (settledAt === undefined) return { compared, wrong };
  for (const [stream, until] of held) {
    if (until < settledAt) wrong.push(`${stream}: nobody noted that the lock ended ${until}`);
  }
  return { compared, wrong };
}
