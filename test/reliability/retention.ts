import { parseArgs } from 'node:util';
import { runRetention } from './retention/run.js';

/** `npm run test:retention -- --conversations 100000`: removes so many due conversations in one run, beside another tenant. */
const { values } = parseArgs({ options: { conversations: { type: 'string', default: '100000' } } });
const conversations = Number(values.conversations);
if (!Number.isInteger(conversations) || conversations < 1) {
  process.stdout.write('--conversations is a whole number\n');
  process.exit(2);
}

const { seconds, idle, busy, slowest, beforeMiB, peakMiB, left } = await runRetention(conversations);
process.stdout.write(
  `${conversations} conversations removed in ${seconds.toFixed(1)} s (${Math.round(conversations / seconds)} a second)\n` +
    `p99 of another tenant's reads: ${idle.toFixed(1)} ms before, ${busy.toFixed(1)} ms meanwhile, ${slowest.toFixed(1)} ms at most\n` +
    `memory: ${beforeMiB} MiB before, ${peakMiB} MiB at most\n` +
    `left behind: ${left}\n`,
);
process.exitCode = left === 0 ? 0 : 1;
