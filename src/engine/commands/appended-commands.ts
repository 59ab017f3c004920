import type { Command } from '../../kernel/command.js';
import type { Event } from '../../kernel/event.js';
import type { Instant } from '../../kernel/instant.js';
import type { StreamVersion } from '../../kernel/stream.js';
import type { Ids } from '../../ports/process/clock.js';
import type { BrokenCondition } from '../../ports/stores/event-store.js';
import type { NewEvent } from '../log/codec.js';

/** The n-th event of a command always has the same id, so that an append can be repeated. */
export function stampedEvents(ids: Ids, events: readonly Event[], { meta }: Command, at: Instant): readonly NewEvent[] {
  const { actor, commandId, correlationId, causationId, depth, rootId, requestId } = meta;
  return events.map((event, n) => ({
    ...event,
    meta: {
      id: n === 0 ? commandId : ids.derived(meta.at, commandId, String(n)),
      at,
      actor,
      commandId,
      correlationId,
      ...(causationId === undefined ? {} : { causationId }),
      ...(depth === undefined ? {} : { depth }),
      ...(rootId === undefined ? {} : { rootId }),
      ...(requestId === undefined ? {} : { requestId }),
    },
  }));
}

/** Versions of other streams that a command rests on. */
export const conditionsOf = ({ meta }: Command): readonly StreamVersion[] => meta.given ?? [];

/** Whether the command rests on a version that the stream has left. */
export const isBrokenBy = (command: Command, { condition, actual }: BrokenCondition): boolean =>
  conditionsOf(command).some(({ stream, version }) => stream === condition.stream && version !== actual);
