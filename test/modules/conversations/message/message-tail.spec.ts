import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Recorded } from '../../../../src/kernel/event.js';
import { streamName } from '../../../../src/kernel/stream.js';
import {
  DeleteMessage,
  type MessageCommand,
  PostMessage,
} from '../../../../src/modules/conversations/message/domain/message.commands.js';
import {
  isRecent,
  type MessageLog,
  messageDecider,
} from '../../../../src/modules/conversations/message/domain/message.decider.js';
import type { MessageEvent } from '../../../../src/modules/conversations/message/domain/message.events.js';
import { commandMeta, metaOf, TENANT } from '../../../support/given/given.js';

const STREAM = streamName('messageLog', TENANT, 'c');
const SOURCES = Array.from({ length: 600 }, (_, i) => `source-${i}`);

/** Post with the n-th source id, post without one, or delete the n-th message. */
type Step = { readonly post: number } | 'post' | { readonly delete: number };

/** Runs of alike steps, so that long histories are made (and made smaller again) of few pieces. */
const steps = fc
  .array(
    fc.record({
      what: fc.constantFrom('sourced', 'sourced', 'sourced', 'post', 'delete'),
      first: fc.nat(SOURCES.length - 1),
      times: fc.integer({ min: 1, max: 150 }),
    }),
    { maxLength: 12, size: 'max' },
  )
  .map((runs) =>
    runs.flatMap(({ what, first, times }) =>
      Array.from({ length: times }, (_, i): Step => {
        const n = (first + i) % SOURCES.length;
        return what === 'post' ? 'post' : what === 'delete' ? { delete: n } : { post: n };
      }),
    ),
  );

const meta = (commandId: string) => commandMeta({ commandId });

const fold = (events: readonly Recorded<MessageEvent>[]): MessageLog =>
  events.reduce((state, event) => messageDecider.evolve(state, event), messageDecider.initial);

/** A read model that has come to the end of the log. */
function readModel(events: readonly Recorded<MessageEvent>[]) {
  const bySource = new Map<string, number>();
  let through = 0;
  for (const { type, data } of events) {
    if (type !== 'MessagePosted') continue;
    through = data.sequence;
    if (data.sourceId !== undefined) bySource.set(data.sourceId, data.sequence);
  }
  return { bySource, through };
}

/** What comes of a post under a source id, the read model asked where the log's end does not know. */
function decided(log: MessageLog, { bySource, through }: ReturnType<typeof readModel>, sourceId: string) {
  const knows = log.recentSince === 0 || isRecent(log, sourceId);
  if (!knows && bySource.has(sourceId)) return [];
  const data = { content: { kind: 'TEXT', text: 'hi' }, participantId: 'p', seenBy: 'p', sourceId } as const;
  return messageDecider.decide(new PostMessage('c', { ...data, freeThrough: knows ? 0 : through }, meta('m')), log);
}

function history(taken: readonly Step[]): readonly Recorded<MessageEvent>[] {
  const events: Recorded<MessageEvent>[] = [];
  let log = messageDecider.initial;
  const bySource = new Set<string>();
  for (const [n, step] of taken.entries()) {
    const command = commandOf(step, n, log, bySource);
    for (const event of command ? messageDecider.decide(command, log) : []) {
      const recorded = { ...event, meta: metaOf(STREAM, events.length + 1) } as Recorded<MessageEvent>;
      if (recorded.type === 'MessagePosted' && recorded.data.sourceId) bySource.add(recorded.data.sourceId);
      log = messageDecider.evolve(log, recorded);
      events.push(recorded);
    }
  }
  return events;
}

function commandOf(step: Step, n: number, log: MessageLog, taken: ReadonlySet<string>): MessageCommand | undefined {
  const said = { content: { kind: 'TEXT', text: 'hi' }, participantId: 'p', seenBy: 'p' } as const;
  if (step === 'post') return new PostMessage('c', said, meta(`m${n}`));
  if ('delete' in step) {
    const sequence = step.delete + 1;
    return sequence > log.lastSequence
      ? undefined
      : new DeleteMessage('c', { messageId: `m${sequence}`, sequence }, meta(`d${n}`));
  }
  const sourceId = SOURCES[step.post] as string;
  const free = !taken.has(sourceId);
  const look = free ? { freeThrough: log.lastSequence } : {};
  if (!free && !isRecent(log, sourceId)) return undefined;
  return new PostMessage('c', { ...said, sourceId, ...look }, meta(`m${n}`));
}

describe('a message log that is rebuilt from the end of its stream', () => {
  test('decides as one that is rebuilt from all of it', () =>
    fc.assert(
      fc.property(steps, fc.nat(SOURCES.length - 1), (taken, probe) => {
        const events = history(taken);
        const whole = fold(events);
        const window = fold(events.slice(-(messageDecider.window ?? 0)));
        expect(window.lastSequence).toBe(whole.lastSequence);
        const known = readModel(events);
        const { bySource } = known;
        expect(known.through).toBe(whole.lastSequence);
        for (const sourceId of [SOURCES[probe] as string, ...[...bySource.keys()].slice(0, 20), 'never-used']) {
          const outcome = decided(whole, known, sourceId);
          expect(decided(window, known, sourceId)).toEqual(outcome);
          expect(outcome.length).toBe(bySource.has(sourceId) ? 0 : 1);
        }
      }),
      { numRuns: 40 },
    ));

  test('knows every source id it claims to know', () =>
    fc.assert(
      fc.property(steps, (taken) => {
        const events = history(taken);
        for (const log of [fold(events), fold(events.slice(-(messageDecider.window ?? 0)))]) {
          const unknown = [...readModel(events).bySource].filter(
            ([sourceId, sequence]) => sequence > log.recentSince && !isRecent(log, sourceId),
          );
          expect(unknown).toEqual([]);
        }
      }),
      { numRuns: 40 },
    ));
});
