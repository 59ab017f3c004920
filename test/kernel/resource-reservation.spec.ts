import { describe, expect, test } from 'vitest';
import { instant, plus, SECOND } from '../../src/kernel/instant.js';
import { resource } from '../../src/kernel/resource.js';
import { releaseLater } from '../../src/kernel/resource-reservation.js';
import { commandMeta, given, metaOf, TENANT } from '../support/given/given.js';

const thing = resource<'Thing', { readonly size: number }>({
  name: 'Thing',
  category: 'thing',
  absent: 'errors.not_found',
  exists: 'errors.conversation_type.exists',
  personal: [],
});
const things = given(thing.decider);
const created = { type: 'ThingCreated', data: { size: 1 } } as const;
const reserved = { type: 'ThingReserved', data: { change: 'one' } } as const;
const released = { type: 'ThingReleased', data: { change: 'one' } } as const;
const meta = commandMeta();

describe('a resource that is reserved for a change', () => {
  test('exists, and keeps its record and revision', () => {
    things()
      .when(new thing.Reserve('t', { change: 'one' }, meta))
      .rejected('errors.not_found');
    things(created)
      .when(new thing.Reserve('t', { change: 'one' }, meta))
      .gives(reserved);
    expect(things(created, reserved).state()).toEqual({ ...things(created).state(), reserved: ['one'] });
  });
  test('is reserved once for each change, and by several at once', () => {
    things(created, reserved)
      .when(new thing.Reserve('t', { change: 'one' }, meta))
      .nothing();
    things(created, reserved)
      .when(new thing.Reserve('t', { change: 'two' }, meta))
      .gives({ type: 'ThingReserved', data: { change: 'two' } });
  });
  test('for one that is made alone waits for the end of another', () => {
    const alone = (change: string) => new thing.Reserve('t', { change, alone: true }, meta);
    things(created).when(alone('one')).gives(reserved);
    things(created, reserved).when(alone('one')).nothing();
    things(created, reserved).when(alone('two')).rejected('errors.position.not_reached');
    things(created, reserved, released)
      .when(alone('two'))
      .gives({ type: 'ThingReserved', data: { change: 'two' } });
  });
  test('is deleted, changed and replaced by that change', () => {
    const change = 'one';
    const kept = things(created, reserved);
    kept.when(new thing.Remove('t', { change }, meta)).gives({ type: 'ThingDeleted', data: {} });
    const grown = { type: 'ThingChanged', data: { size: 2 } } as const;
    kept.when(new thing.Change('t', { patch: { size: 2 }, change }, meta)).gives(grown);
    kept.when(new thing.Replace('t', { value: { size: 2 }, change }, meta)).gives(grown);
  });
  test('refuses a change that has lost its reservation', () => {
    const lost = things(created, reserved, released);
    const change = 'one';
    lost.when(new thing.Remove('t', { change }, meta)).rejected('errors.position.not_reached');
    lost.when(new thing.Change('t', { patch: { size: 2 }, change }, meta)).rejected('errors.position.not_reached');
    lost.when(new thing.Replace('t', { value: { size: 2 }, change }, meta)).rejected('errors.position.not_reached');
  });
  test('is released once', () => {
    things(created, reserved)
      .when(new thing.Release('t', { change: 'one' }, meta))
      .gives(released);
    things(created, reserved, released)
      .when(new thing.Release('t', { change: 'one' }, meta))
      .nothing();
    things(created, reserved, { type: 'ThingDeleted', data: {} })
      .when(new thing.Release('t', { change: 'one' }, meta))
      .nothing();
  });
  test('is released by the clock after a minute', () => {
    const event = { ...reserved, meta: metaOf(`thing-${TENANT}_t`, 2) };
    expect(releaseLater(thing).react(event)).toEqual([
      {
        command: { type: 'ReleaseThing', target: 't', data: { change: 'one' } },
        due: plus(instant('2030-01-01T08:00:00Z'), 60 * SECOND),
      },
    ]);
  });
});
