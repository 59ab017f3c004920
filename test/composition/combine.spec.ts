import { describe, expect, test } from 'vitest';
import { combine } from '../../src/composition/combine.js';
import { manifests, vocabulary } from '../../src/composition/registry.js';
import type { Manifest } from '../../src/engine/manifest.js';
import { resource } from '../../src/kernel/resource.js';

const thing = (name: string, category: string) =>
  resource<string, { readonly title: string }>({
    name,
    category,
    absent: 'errors.not_found',
    exists: 'errors.validation.failed',
    personal: ['title'],
  });

const book = thing('Book', 'book');
class Post {
  send = async () => undefined;
}

const manifest: Manifest = { name: 'book', events: book.eventTypes, deciders: [book], senders: { LETTER: Post } };

describe('the modules together', () => {
  test('give the codec every event type with its schema version', () =>
    expect(combine([manifest]).vocabulary.types).toEqual({ BookCreated: 1, BookChanged: 1, BookDeleted: 1 }));

  test('give the codec the upcasters of an event type', () => {
    const lift = () => ({});
    const events = { Opened: { version: 2, personal: [], subject: 'tenant' as const, upcasters: { 1: lift } } };
    expect(combine([{ name: 'shelf', events }]).vocabulary.upcasters.Opened).toEqual({ 1: lift });
  });

  test('sweep only kinds of entries that are worth nothing once due', () =>
    expect(combine([{ name: 'a', operationalKinds: { visit: 'due', account: 'kept' } }]).sweptKinds).toEqual([
      'visit',
    ]));

  test.each([
    ['event', { name: 'other', events: book.eventTypes }],
    ['stream category', { name: 'other', deciders: [thing('Leaf', 'book')] }],
    ['command', { name: 'other', deciders: [thing('Book', 'leaf')] }],
    ['channel', { name: 'other', senders: { LETTER: Post } }],
  ] as const)('refuse a second %s of the same name', (what, other: Manifest) =>
    expect(() => combine([manifest, other])).toThrow(`Two modules declare the ${what} `),
  );
});

describe('the modules of the product', () => {
  test('declare which members of each event are personal', () => {
    const declared = manifests.flatMap(({ events = {} }) => Object.entries(events));
    expect(declared.map(([type]) => type).sort()).toEqual(Object.keys(vocabulary.types).sort());
    expect(Object.fromEntries(declared).MessagePosted?.personal).toEqual(['text', 'location', 'formattedAddress']);
    expect(Object.fromEntries(declared).UserCreated?.personal).toEqual([
      'email',
      'provenEmail',
      'pendingEmail',
      'formerEmail',
      'firstname',
      'lastname',
      'passwordHash',
      'identities',
    ]);
  });
});
