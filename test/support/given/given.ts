import { expect } from 'vitest';
import type { FieldErrorCode } from '../../../src/catalogue/error-texts/field-errors.js';
import type { RejectionCode } from '../../../src/catalogue/errors/rejections.js';
import type { Command, CommandMeta } from '../../../src/kernel/command.js';
import type { Decider } from '../../../src/kernel/decider.js';
import type { Event, Meta, Recorded } from '../../../src/kernel/event.js';
import { instant } from '../../../src/kernel/instant.js';
import { Rejection } from '../../../src/kernel/rejection.js';
import { streamName } from '../../../src/kernel/stream.js';

export const TENANT = '11111111-1111-7111-8111-111111111111';

/** The meta of an event that is appended without a command. */
export const newEventMeta = (id: string, more: Partial<Omit<CommandMeta, 'tenantId'>> = {}) => {
  const { tenantId: _, ...meta } = commandMeta({ commandId: id, ...more });
  return { id, ...meta };
};

/** The meta of a command that the user Anna sends, an hour after the events that `metaOf` dates. */
export const commandMeta = (more: Partial<CommandMeta> = {}): CommandMeta => ({
  tenantId: TENANT,
  actor: 'user:anna',
  at: instant('2030-01-01T09:00:00Z'),
  commandId: 'command',
  correlationId: 'request',
  ...more,
});

/** Meta as a log would add it: the n-th event of a stream. */
export const metaOf = (stream: string, version: number, more: Partial<Meta> = {}): Meta => ({
  id: `event-${version}`,
  tenantId: TENANT,
  stream,
  version,
  position: version,
  at: instant('2030-01-01T08:00:00Z'),
  actor: 'user:anna',
  commandId: `command-${version}`,
  correlationId: 'request',
  ...more,
});

export const recorded = <E extends Event>(events: readonly E[], stream: string): readonly Recorded<E>[] =>
  events.map((event, i) => ({ ...event, meta: metaOf(stream, i + 1) }));

/** Given events, when a command, then events, a refusal or nothing. */
export const given =
  <C extends Command, S, E extends Event>(decider: Decider<C, S, E>) =>
  (...events: readonly E[]) => ({
    when(command: C) {
      const history = recorded(events, streamName(decider.category, TENANT, command.target));
      const state = history.reduce((before, event) => decider.evolve(before, event), decider.initial);
      const decide = () => decider.decide(command, state);
      return {
        gives: (...expected: readonly E[]) => expect(decide()).toEqual(expected),
        nothing: () => expect(decide()).toEqual([]),
        rejected(code: RejectionCode, fault?: { path: string; code: FieldErrorCode }) {
          let thrown: unknown;
          try {
            decide();
          } catch (error) {
            thrown = error;
          }
          expect(thrown).toBeInstanceOf(Rejection);
          expect((thrown as Rejection).code).toBe(code);
          if (fault) expect((thrown as Rejection).fieldErrors).toContainEqual(expect.objectContaining(fault));
        },
      };
    },
    state: () =>
      recorded(events, streamName(decider.category, TENANT, 'x')).reduce(
        (s, e) => decider.evolve(s, e),
        decider.initial,
      ),
  });
