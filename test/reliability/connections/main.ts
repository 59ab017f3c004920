import { performance } from 'node:perf_hooks';
import { compareServers } from './differences.js';

/** `npm run test:connections [-- minutes [seed]]`: our server answers random bytes as the server of Node does. */
const [minutes = '3', given] = process.argv.slice(2);
const seed = given === undefined ? Date.now() % 1_000_000_000 : Number(given);
if (!(Number(minutes) > 0) || !Number.isInteger(seed)) {
  console.error('Usage: npm run test:connections -- [minutes [seed]]');
  process.exit(2);
}

console.log(`seed ${seed}, ${minutes} minutes`);
const until = performance.now() + Number(minutes) * 60_000;
const { exchanges, differences } = await compareServers(seed, () => performance.now() < until);
for (const difference of differences) console.log(difference);
console.log(
  differences.length === 0
    ? `${exchanges} exchanges, each answered as by a plain server.`
    : `${differences.length} of ${exchanges} exchanges are answered in another way, seed ${seed}.`,
);
process.exit(differences.length === 0 ? 0 : 1);
