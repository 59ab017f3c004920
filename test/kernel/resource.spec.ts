import { describe, expect, test } from 'vitest';
import { UnknownCommand } from '../../src/kernel/decider.js';
import { instant } from '../../src/kernel/instant.js';
import { type ResourceEvent, resource } from '../../src/kernel/resource.js';
import { streamName } from '../../src/kernel/stream.js';
import { commandMeta, given, metaOf, recorded, TENANT } from '../support/given/given.js';
import { givenProjection } from '../support/given/given-projection.js';

interface Lamp {
  readonly name: string;
  readonly note?: string;
  readonly shade?: { readonly colour: string; readonly size?: number };
}

const lamp = resource<'Lamp', Lamp>({
  name: 'Lamp',
  category: 'lamp',
  absent: 'errors.tenant.not_found',
  exists: 'errors.tenant.exists',
  personal: ['note'],
});

const lamps = given(lamp.decider);
type LampEvent = ResourceEvent<'Lamp', Lamp>;
const meta = commandMeta();
const value: Lamp = { name: 'Desk', note: 'new' };
const created = { type: 'LampCreated', data: value } as const;
const changed = (data: object) => ({ type: 'LampChanged', data }) as const;
const deleted = { type: 'LampDeleted', data: {} } as const;

/** The same commands as routes and as process managers send them. */
const asInstances = {
  create: (data: InstanceType<typeof lamp.Create>['data']) => new lamp.Create('l', data, meta),
  replace: (data: InstanceType<typeof lamp.Replace>['data']) => new lamp.Replace('l', data, meta),
  change: (data: InstanceType<typeof lamp.Change>['data']) => new lamp.Change('l', data, meta),
  remove: (data: InstanceType<typeof lamp.Remove>['data']) => new lamp.Remove('l', data, meta),
};
const asPlainObjects: typeof asInstances = {
  create: (data) => ({ type: 'CreateLamp', target: 'l', data, meta }),
  replace: (data) => ({ type: 'ReplaceLamp', target: 'l', data, meta }),
  change: (data) => ({ type: 'ChangeLamp', target: 'l', data, meta }),
  remove: (data) => ({ type: 'DeleteLamp', target: 'l', data, meta }),
};

describe.each([
  ['instances of their classes', asInstances],
  ['plain objects', asPlainObjects],
])('commands as %s', (_, { create, replace, change, remove }) => {
  test('create what is not there', () => lamps().when(create({ value })).gives(created));
  test('create again what was deleted', () => lamps(created, deleted).when(create({ value })).gives(created));
  test('do not create what is there', () => lamps(created).when(create({ value })).rejected('errors.tenant.exists'));

  test('create by replacing what is not there', () => lamps().when(replace({ value })).gives(created));
  test('replace: members that are left out are removed', () =>
    lamps(created)
      .when(replace({ value: { name: 'Floor' } }))
      .gives(changed({ name: 'Floor', note: null })));
  test('replace: the same value in another order is no change', () =>
    lamps({ type: 'LampCreated', data: { name: 'Desk', shade: { colour: 'red', size: 2 } } })
      .when(replace({ value: { shade: { size: 2, colour: 'red' }, name: 'Desk' } }))
      .nothing());

  test('change: only what differs is recorded', () =>
    lamps(created)
      .when(change({ patch: { name: 'Desk', note: 'old' } }))
      .gives(changed({ note: 'old' })));
  test('change: null removes a member', () =>
    lamps(created)
      .when(change({ patch: { note: null } }))
      .gives(changed({ note: null })));
  test('change: null for a member that is absent is no change', () =>
    lamps(created)
      .when(change({ patch: { shade: null } }))
      .nothing());
  test('change: an empty patch is no change', () =>
    lamps(created)
      .when(change({ patch: {} }))
      .nothing());
  test('change: a member that is undefined is no change', () =>
    lamps(created)
      .when(change({ patch: { note: undefined } as object }))
      .nothing());
  test('do not change what is not there', () => {
    lamps()
      .when(change({ patch: { note: 'x' } }))
      .rejected('errors.tenant.not_found');
    lamps(created, deleted)
      .when(change({ patch: {} }))
      .rejected('errors.tenant.not_found');
  });

  test('delete what is there', () => lamps(created).when(remove({})).gives(deleted));
  test('do not delete what is not there', () => {
    lamps().when(remove({})).rejected('errors.tenant.not_found');
    lamps(created, deleted).when(remove({})).rejected('errors.tenant.not_found');
  });

  test.each([[[2]], [[1, 2]], ['any' as const]])('meet the revision they name: %j', (ifMatch) => {
    const history = [created, changed({ note: 'old' })];
    lamps(...history)
      .when(replace({ value: { name: 'Floor' }, ifMatch }))
      .gives(changed({ name: 'Floor', note: null }));
    lamps(...history)
      .when(change({ patch: { note: null }, ifMatch }))
      .gives(changed({ note: null }));
    lamps(...history)
      .when(remove({ ifMatch }))
      .gives(deleted);
  });
  test.each([
    ['of a revision that has passed', [created, changed({ note: 'old' })], [1]],
    ['of none', [created], []],
    ['of what is not there', [], 'any' as const],
    ['of what was deleted', [created, deleted], [1]],
  ])('are refused with a precondition %s', (_why, history, ifMatch) => {
    const code = 'errors.precondition.failed';
    lamps(...history)
      .when(replace({ value, ifMatch }))
      .rejected(code);
    lamps(...history)
      .when(change({ patch: {}, ifMatch }))
      .rejected(code);
    lamps(...history)
      .when(remove({ ifMatch }))
      .rejected(code);
  });
});

describe('a command of a type that the resource does not know', () => {
  const histories = [[], [created], [created, deleted]] as const;

  test.each(['NoSuchCommand', 'RemoveLamp', 'ChangeUser', 'Create', 'constructor', '__proto__', ''])(
    '%j is a programming error, whatever the state',
    (type) => {
      for (const history of histories) {
        const decide = () =>
          lamp.decider.decide({ type, target: 'l', data: {}, meta } as never, lamps(...history).state());
        expect(decide).toThrow(UnknownCommand);
      }
    },
  );
});

describe('the event types', () => {
  test('hold personal data where the resource says so', () =>
    expect(lamp.eventTypes).toEqual({
      LampCreated: { version: 1, personal: ['note'], subject: 'tenant' },
      LampChanged: { version: 1, personal: ['note'], subject: 'tenant' },
      LampDeleted: { version: 1, personal: [], subject: 'tenant' },
    }));
});

describe('the fold', () => {
  const stream = streamName('lamp', TENANT, 'l');
  const at = (version: number) => instant(`2030-01-0${version}`);
  const fold = (...events: readonly LampEvent[]) =>
    recorded(events, stream)
      .map((event) => ({ ...event, meta: { ...event.meta, at: at(event.meta.version) } }))
      .reduce((state, event) => lamp.decider.evolve(state, event), lamp.decider.initial);

  test('starts with nothing', () => expect(fold()).toEqual({}));
  test('keeps id, tenant, value, dates and revision', () =>
    expect(fold(created)).toEqual({
      record: { id: 'l', tenantId: TENANT, createdAt: at(1), updatedAt: at(1), revision: 1, value },
    }));
  test('a change moves revision and date, and removes members that are null', () =>
    expect(fold(created, changed({ name: 'Floor' }), changed({ note: null }))).toEqual({
      record: {
        id: 'l',
        tenantId: TENANT,
        createdAt: at(1),
        updatedAt: at(3),
        revision: 3,
        value: { name: 'Floor' },
      },
    }));
  test('tells what was deleted from what never was', () => expect(fold(created, deleted)).toEqual({ gone: true }));
  test('counts on after a deletion', () =>
    expect(fold(created, deleted, created)).toMatchObject({
      record: { createdAt: at(3), updatedAt: at(3), revision: 3, value },
    }));
  test('an event of another type changes nothing', () => {
    const state = fold(created);
    const event = { type: 'LampPolished', data: {}, meta: metaOf(stream, 2) };
    expect(lamp.decider.evolve(state, event as never)).toBe(state);
  });
});

describe('the read model', () => {
  const model = lamp.projection({ name: 'lamp', version: 3, fields: {}, indexes: [], counters: [[]] });
  const on = (event: LampEvent, id = 'l') => ({ event, stream: streamName('lamp', TENANT, id) });
  const documents = givenProjection(model);

  test('is kept as the collection says', () => {
    expect(model).toMatchObject({ name: 'lamp', version: 3, fields: {}, indexes: [], counters: [[]] });
  });
  test('folds every event that the resource writes', () => {
    expect([...model.events].sort()).toEqual(Object.keys(lamp.eventTypes).sort());
  });
  test('needs no document before a creation', () => expect(model.createdBy).toEqual(['LampCreated']));
  test('holds each resource under its id', () => {
    const { docs } = documents(on(created), on(changed({ note: null })), on(created, 'm'), on(deleted, 'm'));
    expect([...docs.keys()]).toEqual(['l']);
    expect(docs.get('l')).toMatchObject({ id: 'l', tenantId: TENANT, revision: 2, value: { name: 'Desk' } });
  });
  test('a change of what is not there makes no document', () =>
    expect(documents(on(changed({ note: 'x' }))).docs.size).toBe(0));
  test('does not change a document in place', () => {
    const before = documents(on(created)).docs.get('l');
    const copy = structuredClone(before);
    model.evolve(before, { ...changed({ note: null }), meta: metaOf(streamName('lamp', TENANT, 'l'), 2) });
    expect(before).toEqual(copy);
  });
});
