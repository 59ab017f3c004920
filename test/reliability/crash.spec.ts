import { describe, expect, test } from 'vitest';
import { compiledService } from '../support/processes/compiled-service.js';
import { campaign } from './crash/campaign.js';
import { failures } from './crash/tally.js';

/** A small one of those that `npm run test:crash` runs. */
describe('a service that is killed under load, at random and at crash points', () => {
  test('loses and doubles nothing it acknowledged, and is well again by itself', async () => {
    const { findings, figures } = await campaign({
      root: compiledService(),
      seed: Date.now() % 1_000_000,
      kills: 3,
      points: [{ at: 'after-append', on: 'MessagePosted' }, { at: 'before-remember' }, { at: 'before-project' }],
      longestLifeMs: 800,
      checkEvery: 3,
    });
    expect(failures(findings), JSON.stringify(figures)).toEqual([]);
    expect(figures).toMatchObject({ 'kills at random moments': 3, 'kills at crash points': 3 });
    expect(findings['acknowledged: none lost, none doubled']?.compared).toBeGreaterThan(20);
    expect(findings['sequences dense, in log order']?.compared).toBeGreaterThan(0);
  }, 90_000);
});
