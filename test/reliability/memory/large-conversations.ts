import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTenant } from '../../fixtures/tenant.js';
import { httpClient } from '../../support/http-client.js';
import { startServer } from '../crash/server-child.js';
import { MEASURED, peakMiB } from './peak.js';

export interface Growth {
  /** Where the compiled service stands. */
  readonly root: string;
  readonly conversations: number;
  /** Bytes of each conversation_data. */
  readonly dataBytes: number;
  /** Limit of V8's old space. */
  readonly heapMiB: number;
  readonly say?: (text: string) => void;
}

/** One life of the service: how many conversations it had at its end, and the most memory that it held. */
export interface LifeReport {
  readonly life: 'filled' | 'restarted' | 'rebuilt';
  readonly readyMs: number;
  readonly conversations: number;
  readonly lastIsWhole: boolean;
  readonly peakMiB: number;
}

const AT_ONCE = 4;
const LONGEST_START_MS = 600_000;

/** Many small values, because they take more of the heap than one text of the same length. */
function dataOf(n: number, bytes: number): object {
  const items: object[] = [];
  for (let length = 0, i = 0; length < bytes - 200; i++) {
    const item = { id: `${n}-${i}`, amount: i * 1.5, tags: ['open', `t${(n * 31 + i) % 5_000}`] };
    items.push(item);
    length += JSON.stringify(item).length + 1;
  }
  return { items };
}

/**
 * Fills a service with large conversations, restarts it, then removes its read models and starts it again.
 * @throws Error when the service dies in between
 */
export async function growAndRebuild(growth: Growth): Promise<readonly LifeReport[]> {
  const { root, conversations, dataBytes, heapMiB, say = () => {} } = growth;
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-memory-'));
  const node = [`--max-old-space-size=${heapMiB}`];
  const start = () => startServer({ root, dataDir, node, environment: MEASURED, longestStartMs: LONGEST_START_MS });
  const reports: LifeReport[] = [];
  let server = await start();
  try {
    const service = httpClient(server.url);
    const { owner } = await createTenant(service, 'large');
    let next = 0;
    const fill = async () => {
      for (let n = next++; n < conversations; n = next++) {
        const body = { id: `c${n}`, conversation_type_id: 'support', conversation_data: dataOf(n, dataBytes) };
        await owner.mustCall('POST', '/conversations', body);
        if (n % 250 === 249) say(`${n + 1} conversations, ${peakMiB(server)} MiB at most`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, fill));

    const report = async (life: LifeReport['life']) => {
      const caller = owner.at(httpClient(server.url));
      const { body } = await caller.mustCall('GET', '/conversations?limit=1');
      const last = `/conversations/c${conversations - 1}?includes=CONVERSATION_DATA`;
      const { conversation_data: data } = (await caller.mustCall('GET', last)).body;
      const lastIsWhole = JSON.stringify(data) === JSON.stringify(dataOf(conversations - 1, dataBytes));
      const { readyMs } = server;
      reports.push({ life, readyMs, conversations: body.total_elements, lastIsWhole, peakMiB: peakMiB(server) });
      say(JSON.stringify(reports.at(-1)));
      await server.kill();
    };
    await report('filled');
    server = await start();
    await report('restarted');
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataDir, `read.db${suffix}`), { force: true });
    server = await start();
    await report('rebuilt');
    return reports;
  } finally {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
