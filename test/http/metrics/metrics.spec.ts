import { expect, test } from 'vitest';
import { Metrics } from '../../../src/http/metrics/metrics.js';

test('a figure that cannot be read is left out, and the others are there within a second', async () => {
  const metrics = new Metrics();
  let isAway = false;
  const away = () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(7));
  metrics.gauge('test_position', 'A position', away);
  metrics.gauge('test_frozen', 'It never answers', () => (isAway ? new Promise<number>(() => {}) : 8));
  metrics.gauges('test_lag', 'Lags', 'name', async () => new Map([['one', await away()]]));
  metrics.counter('test_total', 'A count', () => 3);
  const lines = async () => (await metrics.text()).split('\n').filter((line) => /^test_/.test(line));
  expect(await lines()).toEqual(['test_position 7', 'test_frozen 8', 'test_lag{name="one"} 7', 'test_total 3']);
  isAway = true;
  const begunMs = performance.now();
  expect(await lines()).toEqual(['test_total 3']);
  expect(performance.now() - begunMs).toBeLessThan(2_000);
  isAway = false;
  expect(await lines()).toHaveLength(4);
});
