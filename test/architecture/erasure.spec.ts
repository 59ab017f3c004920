import { describe, expect, test } from 'vitest';
import { operationalRetention, type Retention, storedRetention } from '../../src/catalogue/retention.js';
import { manifests, projections } from '../../src/composition/registry.js';

const table: readonly (readonly [string, Retention])[] = Object.entries({
  ...operationalRetention,
  ...storedRetention,
});
const claimed = manifests.flatMap(({ erases = [] }) => erases.flatMap(({ places }) => places));

describe('what is kept of a conversation or a user', () => {
  test('is erased by one module, wherever the catalogue says that it goes with them', () => {
    const wanted = table
      .filter(([, { erasedWith }]) => erasedWith === 'conversation' || erasedWith === 'user')
      .map(([place]) => place);
    expect(claimed.toSorted()).toEqual(wanted.toSorted());
  });
  test('goes with its document, where a read model made it', () => {
    const byDocument = table.filter(([, { erasedWith }]) => erasedWith === 'read-model').map(([place]) => place);
    expect(byDocument.toSorted()).toEqual(['parked', 'readModels']);
  });
  test('is said of every read model', () => {
    const erased = projections.filter(({ erasedWith }) => erasedWith === 'conversation').map(({ name }) => name);
    expect(erased).toEqual(
      expect.arrayContaining(['conversation-list', 'conversation-data', 'message-log', 'participant-roster']),
    );
    const texts = projections.filter(({ search }) => search?.index === 'conversation');
    for (const { name, erasedWith } of texts) expect([name, erasedWith]).toEqual([name, 'conversation']);
  });
});
