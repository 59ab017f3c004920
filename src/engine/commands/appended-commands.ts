import type { Command } from '../../kernel/command.js';
import type { Event } from '../../kernel/event.js';
import type { Instant } from '../../kernel/instant.js';
import type { StreamVersion } from '../../kernel/stream.js';
import type { Ids } from '../../ports/process/clock.js';
import type { BrokenCondition } from '../../ports/stores/event-store.js';
import type { NewEvent } from '../log/codec.js';

/** The n-th event of a command always has the same id, so that an append can be repeated. */
export function stampedEvents(ids: Ids, events: readonly Event[], { meta }: Command, at: Instant): readonly NewEvent[] {
  const { actor, commandId, correlationId, causationId, depth, rootId, requestId, trace } = meta;
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
      ...(trace === undefined ? {} : { trace }),
    },
  }));
}

const givenOf = ({ meta }: Command): readonly StreamVersion[] => meta.given ?? [];

/** Versions of other streams that the commands with events rest on. */
export const conditionsOf = (
  decided: readonly { readonly waiting: { readonly command: Command }; readonly events: readonly unknown[] }[],
): readonly StreamVersion[] =>
  decided.flatMap(({ waiting, events }) => (events.length > 0 ? givenOf(waiting.command) : []));

/** Whether the command rests on a version that the stream has left. */
export const isBrokenBy = (command: Command, { condition, actual }: BrokenCondition): boolean =>
  givenOf(command).some(({ stream, version }) => stream === condition.stream && version !== actual);
