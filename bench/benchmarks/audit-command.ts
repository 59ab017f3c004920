import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Benchmark } from '../benchmark.js';
import { conversationIds } from '../fixtures.js';
import { seededProduct } from '../product.js';
import { perSecond } from '../table.js';

const BETWEEN_POSTS_MS = 20;
const COMMAND = fileURLToPath(new URL('../../src/cli/tidings.js', import.meta.url));

interface Audited {
  readonly events: number;
  readonly seconds: number;
  readonly differences: number;
}

/** `tidings audit` next to 50 messages a second. It finds no false difference. */
export const auditCommand: Benchmark = async ({ full }) => {
  const { child, dataDir, tenant } = await seededProduct({ messages: full ? 1_000_000 : 100_000 });
  let isOver = false;
  let posted = 0;
  const traffic = (async () => {
    for (; !isOver; posted++) {
      const id = conversationIds[posted % conversationIds.length];
      const response = await fetch(`http://127.0.0.1:${child.port}/api/v1/conversations/${id}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${tenant.owner.token}` },
        body: JSON.stringify({ kind: 'TEXT', text: `next to the audit ${posted}` }),
      });
      if (!response.ok) throw new Error(`A post is answered with ${response.status}: ${await response.text()}`);
      await sleep(BETWEEN_POSTS_MS);
    }
  })();
  const run = promisify(execFile)(process.execPath, [COMMAND, 'audit', '--json'], {
    env: { ...process.env, DATA_DIR: dataDir },
    maxBuffer: 1e9,
  });
  const { stdout } = await run.catch((error: { readonly stdout: string }) => error);
  isOver = true;
  await traffic;
  await child.stop();
  const { events, seconds, differences } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Audited;
  return [
    {
      benchmark: 'audit',
      what: `audit of ${events.toLocaleString('en')} events beside ${posted} posts`,
      baseline: '',
      product: perSecond(events / seconds),
      ratio: `${differences} differences`,
      bound: '0 differences',
      reached: differences === 0,
    },
  ];
};
