import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { pinoLogger } from '../../../src/adapters/pino/logger.js';

const [, , turns = '0', perTurn = '0'] = process.argv;
const logger = pinoLogger('info');
const text = 'x'.repeat(200);
const usedMib = () => (process.memoryUsage().heapUsed + process.memoryUsage().external) / 1_048_576;
const startMib = usedMib();
let stallMs = 0;
for (let turn = 0; turn < Number(turns); turn++) {
  const begunMs = performance.now();
  for (let n = 0; n < Number(perTurn); n++) logger.info({ turn, n, text }, 'a line');
  await sleep(1);
  stallMs = Math.max(stallMs, performance.now() - begunMs);
}
await sleep(200);
process.send?.({ dropped: logger.dropped, stallMs, grownMib: usedMib() - startMib });
process.disconnect?.();
process.exit(0);
