import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newFleet } from '../../support/processes/fleet.js';
import { type Canaries, found, isClear, isLog } from './search.js';
import { CANARY_SETTINGS, ENDS, plantedIn } from './stage.js';

describe.each(ENDS)('the files of a service that was %s', (end) => {
  const fleet = newFleet(CANARY_SETTINGS);
  let canaries: Canaries;
  beforeAll(async () => {
    canaries = await plantedIn(fleet, end);
  }, 120_000);
  afterAll(() => fleet.close());

  test('would show what is looked for: read models and outbox do', () => {
    const shown = found(fleet.dataDir, canaries, isClear).map((line) => line.split(': ')[1]);
    const known = ['text of a message', 'e-mail of a client', 'telephone number of a client', 'data of a conversation'];
    expect(shown).toEqual(expect.arrayContaining(known));
  });
  test('hold no personal text outside the log, the read models and the outbox', () => {
    expect(found(fleet.dataDir, canaries, (file) => !isClear(file) && !isLog(file))).toEqual([]);
  });
});
