import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newFleet } from '../../support/processes/fleet.js';
import { type Canaries, found, isLog } from './search.js';
import { CANARY_SETTINGS, ENDS, plantedIn } from './stage.js';

describe.each(ENDS)('the log of a service that was %s', (end) => {
  const fleet = newFleet(CANARY_SETTINGS);
  let canaries: Canaries;
  beforeAll(async () => {
    canaries = await plantedIn(fleet, end);
  }, 120_000);
  afterAll(() => fleet.close());

  test('holds no personal text', () => {
    expect(found(fleet.dataDir, canaries, isLog)).toEqual([]);
  });
});
