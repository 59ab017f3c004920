import { expect, test } from 'vitest';
import { systemIds } from '../../../src/adapters/system/ids.js';
import { IdSet } from '../../../src/cli/log/verify/id-set.js';

test('ids are new once, also those that are no UUIDs', () => {
  const ids = [
    ...Array.from({ length: 5_000 }, () => systemIds.next()),
    '',
    'a',
    '00000000-0000-0000-0000-000000000000',
  ];
  const set = new IdSet();
  expect(ids.every((id) => set.add(id))).toBe(true);
  expect(ids.some((id) => set.add(id))).toBe(false);
  expect(set.add(systemIds.next())).toBe(true);
});
