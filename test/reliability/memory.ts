import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { growAndRebuild } from './memory/large-conversations.js';

/** `npm run test:memory -- --conversations 1500 --heap 512`: exits with 1 if the service died or lost a conversation. */
const say = (text: string) => process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  options: {
    conversations: { type: 'string', default: '1500' },
    heap: { type: 'string', default: '512' },
  },
});
const conversations = Number(values.conversations);
const reports = await growAndRebuild({
  root: join(import.meta.dirname, '../..'),
  conversations,
  dataBytes: 120_000,
  heapMiB: Number(values.heap),
  say,
}).catch((error) => {
  say(`failed: ${error}`);
  process.exit(1);
});
const isWhole = reports.every((each) => each.conversations === conversations && each.lastIsWhole);
say(isWhole ? 'passed' : 'failed: a conversation is missing');
process.exitCode = isWhole ? 0 : 1;
