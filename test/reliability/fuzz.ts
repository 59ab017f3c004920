import { performance } from 'node:perf_hooks';
import { UNLIMITED_TENANTS } from '../fixtures/tenant.js';
import { startTidings } from '../support/api.js';
import { fuzz } from './fuzz/run.js';

/** `npm run test:fuzz [-- minutes [seed]]`: every answer is one that the OpenAPI file knows, and none is our fault. */
const [minutes = '3', given] = process.argv.slice(2);
const seed = given === undefined ? Date.now() % 1_000_000_000 : Number(given);
const until = performance.now() + Number(minutes) * 60_000;
if (!(Number(minutes) > 0) || !Number.isInteger(seed)) {
  console.error('Usage: npm run test:fuzz -- [minutes [seed]]');
  process.exit(2);
}

console.log(`seed ${seed}, ${minutes} minutes`);
const tidings = await startTidings(UNLIMITED_TENANTS);
const { requests, failures, statuses, done } = await fuzz(tidings, {
  seed,
  goesOn: () => performance.now() < until,
});
await tidings.close();
const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
console.log(`${requests} requests; ${counts.join(', ')}; ${done.size} calls were done at least once`);
for (const failure of failures) console.log(failure);
console.log(
  failures.length === 0 ? 'Every answer is as documented.' : `${failures.length} answers are not, seed ${seed}.`,
);
process.exitCode = failures.length === 0 ? 0 : 1;
