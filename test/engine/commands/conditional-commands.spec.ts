import { describe, expect, test } from 'vitest';
import { SqliteEventStore } from '../../../src/adapters/sqlite/events/event-store.js';
import { systemClock } from '../../../src/adapters/system/clock.js';
import { systemIds } from '../../../src/adapters/system/ids.js';
import type { CommandGateway } from '../../../src/engine/commands/command-gateway.js';
import { CommandRunner } from '../../../src/engine/commands/command-runner.js';
import { type Basis, ConditionalCommands } from '../../../src/engine/commands/conditional-commands.js';
import { codecFor } from '../../../src/engine/log/codec.js';
import { EventLog } from '../../../src/engine/log/event-log.js';
import type { Command } from '../../../src/kernel/command.js';
import { rejectAt } from '../../../src/kernel/rejection.js';
import { resource } from '../../../src/kernel/resource.js';
import { TENANT } from '../../support/given/given.js';
import { SharedLog } from '../../support/given/shared-log.js';
import { Count, counterDecider, meta, vocabulary } from './counter.js';

const thing = resource<'Thing', { readonly size: number }>({
  name: 'Thing',
  category: 'thing',
  absent: 'errors.not_found',
  exists: 'errors.conversation_type.exists',
  personal: [],
});
const types = {
  ...vocabulary.types,
  ...Object.fromEntries(['Created', 'Changed', 'Deleted', 'Reserved', 'Released'].map((each) => [`Thing${each}`, 1])),
};

function engine(judges: boolean) {
  const sqlite = new SqliteEventStore(':memory:');
  const log = new EventLog(judges ? sqlite : new SharedLog(sqlite), codecFor({ ...vocabulary, types }));
  const runner = new CommandRunner(log, systemIds, systemClock);
  const gateway = {
    execute: (command: Command) =>
      runner.run((command.type === 'Count' ? counterDecider : thing.decider) as never, command as never),
  } as CommandGateway;
  const conditional = new ConditionalCommands(log, runner, gateway, systemIds);
  const undone: unknown[] = [];
  const looks: (number | undefined)[] = [];
  /** Counts while the thing is there. `meanwhile` comes between the look and the append, `behind` after it. */
  const count = (
    steps: { readonly meanwhile?: () => Promise<unknown>; readonly behind?: () => Promise<unknown> } = {},
  ) => {
    const command = meta();
    let { meanwhile } = steps;
    return conditional.send(TENANT, {
      judge: async (basis: Basis) => {
        const record = await basis.resource(thing, 't');
        looks.push(record?.value.size);
        return record ?? rejectAt('thing', 'errors.field.reference');
      },
      send: async (_, given) => {
        const step = meanwhile;
        meanwhile = undefined;
        await step?.();
        const outcome = await gateway.execute(new Count('a', {}, { ...command, given }));
        await steps.behind?.();
        return outcome;
      },
      undo: async (outcome) => undone.push(outcome.events.length),
    });
  };
  const send = (command: Command) => gateway.execute(command);
  const create = () => send(new thing.Create('t', { value: { size: 1 } }, meta()));
  const remove = () => send(new thing.Remove('t', {}, meta()));
  const grow = () => send(new thing.Change('t', { patch: { size: 2 } }, meta()));
  const reserve = () => send(new thing.Reserve('t', { change: 'one' }, meta()));
  const release = () => send(new thing.Release('t', { change: 'one' }, meta()));
  const counted = () => runner.peek(counterDecider, TENANT, 'a');
  return { count, counted, create, remove, grow, reserve, release, undone, looks, gateway, conditional, runner };
}

describe.each([
  ['a store that judges conditions', true],
  ['a store that does not', false],
])('a command that rests on a resource, at %s', (_, judges) => {
  test('is sent while the resource is there', async () => {
    const { count, counted, create } = engine(judges);
    await expect(count()).rejects.toMatchObject({ code: 'errors.validation.failed' });
    await create();
    await count();
    expect(await counted()).toBe(1);
  });

  test('waits while the resource is reserved', async () => {
    const { count, counted, create, reserve, release } = engine(judges);
    await create();
    await reserve();
    const counting = count();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await counted()).toBe(0);
    await release();
    await counting;
    expect(await counted()).toBe(1);
  });

  test('is judged again when the resource has changed meanwhile', async () => {
    const { count, counted, create, grow, looks, undone } = engine(judges);
    await create();
    await count({ meanwhile: grow });
    expect(looks).toEqual([1, 2]);
    expect([await counted(), undone]).toEqual([1, []]);
  });

  test('leaves nothing when the resource is gone meanwhile', async () => {
    const { count, counted, create, remove, undone } = engine(judges);
    await create();
    await expect(count({ meanwhile: remove })).rejects.toMatchObject({ code: 'errors.validation.failed' });
    expect([await counted(), undone]).toEqual(judges ? [0, []] : [1, [1]]);
  });

  test('stays when a change begins behind it, which then finds it', async () => {
    const { count, counted, create, reserve, undone } = engine(judges);
    await create();
    await count({ behind: reserve });
    expect([await counted(), undone]).toEqual([1, []]);
  });
});

describe('taking back a write of a resource', () => {
  test('deletes what was created', async () => {
    const { gateway, conditional, runner } = engine(false);
    const command = meta();
    const outcome = await gateway.execute(new thing.Create('u', { value: { size: 1 } }, command));
    await conditional.undoResource(thing, command, outcome as never);
    expect(await runner.peek(thing.decider, TENANT, 'u')).toEqual({ gone: true });
  });
  test('gives back the value from before', async () => {
    const { gateway, conditional, runner } = engine(false);
    const command = meta();
    await gateway.execute(new thing.Create('u', { value: { size: 1 } }, meta()));
    const outcome = await gateway.execute(new thing.Change('u', { patch: { size: 2 } }, command));
    await conditional.undoResource(thing, command, outcome as never);
    expect((await runner.peek(thing.decider, TENANT, 'u')).record?.value).toEqual({ size: 1 });
  });
});
