import { describe, expect, test } from 'vitest';
import type { Event } from '../../src/kernel/event.js';
import { changes, creates, deletes, type Folds, projection, unchanged } from '../../src/kernel/projection.js';
import { parseStreamName, streamName } from '../../src/kernel/stream.js';
import { metaOf, TENANT } from '../support/given/given.js';

type Planted = Event<'Planted', { readonly kind: string }>;
type Watered = Event<'Watered', { readonly litres: number }>;
type Admired = Event<'Admired', Record<string, never>>;
type Felled = Event<'Felled', Record<string, never>>;
type TreeEvent = Planted | Watered | Admired | Felled;

interface Tree {
  readonly kind: string;
  readonly litres: number;
}

const on: Folds<Tree, TreeEvent> = {
  Planted: creates(({ data }) => ({ kind: data.kind, litres: 0 })),
  Watered: changes((tree, { data }) => ({ ...tree, litres: tree.litres + data.litres })),
  Admired: unchanged,
  Felled: deletes,
};
const erasedWith = 'never' as const;
const collection = {
  name: 'tree',
  version: 1,
  erasedWith,
  fields: { kind: ({ kind }: Tree) => kind },
  indexes: [['kind']],
};
const key = ({ meta }: { readonly meta: { readonly stream: string } }) => parseStreamName(meta.stream).id;
const trees = projection<Tree, TreeEvent>({ ...collection, key, on });

const stream = streamName('tree', TENANT, 't');
const recorded = <E extends Event>(event: E) => ({ ...event, meta: metaOf(stream, 1) });
const planted = recorded({ type: 'Planted', data: { kind: 'oak' } } as const);
const watered = recorded({ type: 'Watered', data: { litres: 3 } } as const);
const admired = recorded({ type: 'Admired', data: {} } as const);
const felled = recorded({ type: 'Felled', data: {} } as const);
const oak: Tree = { kind: 'oak', litres: 0 };

describe('a read model', () => {
  test('is kept as the declaration says', () => {
    expect(trees).toMatchObject(collection);
    expect(trees.key(planted)).toBe('t');
  });
  test('folds the events of its declaration, but for those that change nothing', () =>
    expect(trees.events).toEqual(['Planted', 'Watered', 'Felled']));
  test('reads no document before an event that creates one', () => expect(trees.createdBy).toEqual(['Planted']));

  test('a creation gives a document, whatever was there', () => {
    expect(trees.evolve(undefined, planted)).toEqual(oak);
    expect(trees.evolve({ kind: 'elm', litres: 9 }, planted)).toEqual(oak);
  });
  test('a change folds the document', () => expect(trees.evolve(oak, watered)).toEqual({ kind: 'oak', litres: 3 }));
  test('a change without a document gives none', () => expect(trees.evolve(undefined, watered)).toBeUndefined());
  test('a deletion leaves no document', () => expect(trees.evolve(oak, felled)).toBeUndefined());
  test('an event that changes nothing gives the document itself', () => {
    expect(trees.evolve(oak, admired)).toBe(oak);
    expect(trees.evolve(undefined, admired)).toBeUndefined();
  });
  test.each(['Sold', 'constructor', 'toString', '__proto__'])('an event of the unknown type %s does so too', (type) =>
    expect(trees.evolve(oak, recorded({ type, data: {} }) as never)).toBe(oak),
  );
});

describe('does not compile', () => {
  const { Admired: _, ...threeOfFour } = on;

  test('without a fold for one of the events', () => {
    // @ts-expect-error Admired is missing
    const incomplete = projection<Tree, TreeEvent>({ ...collection, key, on: threeOfFour });
    expect(incomplete.events).toHaveLength(3);
  });
  test('with a new event, until the read model says what it makes of it', () => {
    // @ts-expect-error Pruned is missing
    const incomplete = projection<Tree, TreeEvent | Event<'Pruned'>>({ ...collection, key, on });
    expect(incomplete.events).not.toContain('Pruned');
  });
  test('with a fold for an event that there is not', () => {
    // @ts-expect-error no event is named Sold
    const superfluous: Folds<Tree, TreeEvent> = { ...on, Sold: unchanged };
    expect(Object.keys(superfluous)).toContain('Sold');
  });
  test('with a fold of other data than the event has', () => {
    const wrong: Folds<Tree, TreeEvent> = {
      ...on,
      // @ts-expect-error Watered has no kind
      Watered: changes((tree, { data }) => ({ ...tree, kind: data.kind })),
    };
    expect(wrong.Watered(oak, watered)).toEqual({ litres: 0, kind: undefined });
  });
});
