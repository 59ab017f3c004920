import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTenant } from '../../fixtures/tenant.js';
import { httpClient } from '../../support/http-client.js';
import { startServer } from '../crash/server-child.js';
import { MEASURED, peakMiB } from './peak.js';

export interface LargeValueRun {
  /** Where the compiled service stands. */
  readonly root: string;
  /** Bytes of conversation_data. */
  readonly bytes: number;
  /** Limit of V8's old space. */
  readonly heapMiB: number;
  readonly say?: (text: string) => void;
}

export interface LargeValueReport {
  /** It came back as it was sent, from the log and after it was replaced. */
  readonly isWhole: boolean;
  /** A list and the templates show it. */
  readonly isListed: boolean;
  /** What the service held at most beyond what it held before. */
  readonly growthMiB: number;
}

/** A look reads the state of every process of the machine. */
const LOOK_MS = 250;

const TYPE = {
  id: 'large',
  conversation_data_schema: { type: 'object', properties: { state: { type: 'string' }, items: { type: 'array' } } },
  conversation_data_list_item_template: '{{ state }}',
};

/** Half of it one text, half many small values, as JSON. */
function dataOf(state: string, bytes: number): string {
  const items = Array.from({ length: Math.floor(bytes / 2 / 20) }, (_, i) => `{"a":${1_000_000 + i},"b":[]}`);
  return `{"state":"${state}","text":"${'é'.repeat(bytes / 4)}","items":[${items.join(',')}]}`;
}

/** The most memory that any child of a process held, in MiB. */
function childrenPeak(parent: number): number {
  const peaks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        const [, kib] = /VmHWM:\s+(\d+) kB/.exec(status) ?? [];
        return /PPid:\s+(\d+)/.exec(status)?.[1] === String(parent) ? Number(kib ?? 0) / 1_024 : 0;
      } catch {
        return 0;
      }
    });
  return Math.round(Math.max(0, ...peaks));
}

/**
 * Sends a large value, reads it back alone and in a list, and replaces it.
 * @throws Error when the service dies
 */
export async function sendAndRead({ root, bytes, heapMiB, say = () => {} }: LargeValueRun): Promise<LargeValueReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-value-'));
  const [first, second] = [dataOf('one', bytes), dataOf('two', bytes)];
  const most = Math.max(first.length, Buffer.byteLength(first)) + 1_000;
  const environment = { ...MEASURED, CONVERSATION_DATA_MAX_CHARS: String(most) };
  const server = await startServer({ root, dataDir, node: [`--max-old-space-size=${heapMiB}`], environment });
  let child = 0;
  const looking = setInterval(() => {
    child = Math.max(child, childrenPeak(server.pid));
  }, LOOK_MS);
  try {
    const { owner } = await createTenant(httpClient(server.url), 'large');
    await owner.mustCall('POST', '/conversation-types', TYPE);
    await owner.mustCall('POST', '/conversations', { id: 'warm', conversation_type_id: 'large' });
    const before = peakMiB(server);
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' };
    const send = async (method: string, path: string, data: string) => {
      const body = `{"id":"large","conversation_type_id":"large","conversation_data":${data}}`;
      const answer = await fetch(`${server.url}/api/v1${path}`, { method, headers, body });
      say(`${method} of ${body.length} characters: ${answer.status}, ${peakMiB(server)} MiB, its process ${child} MiB`);
      if (answer.status > 201) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    };
    const holds = async (path: string, data: string) => {
      const answer = await fetch(`${server.url}/api/v1${path}`, { headers });
      const text = await answer.text();
      say(`GET ${path}: ${answer.status}, ${peakMiB(server)} MiB, its process ${child} MiB`);
      return text.includes(data);
    };
    await send('POST', '/conversations', first);
    const wasWhole = await holds('/conversations/large?includes=CONVERSATION_DATA', first);
    await send('PUT', '/conversations/large', second);
    const isWhole = wasWhole && (await holds('/conversations/large?includes=CONVERSATION_DATA', second));
    const shown = await holds('/conversations?limit=2&includes=LIST_ITEM_TEMPLATE_DATA', '{"state":"two"}');
    const isListed = shown && (await holds('/conversations?limit=2&includes=CONVERSATION_DATA', second));
    const growthMiB = peakMiB(server) - before;
    say(JSON.stringify({ isWhole, isListed, growthMiB, heldBefore: before, largestProcess: child }));
    return { isWhole, isListed, growthMiB };
  } finally {
    clearInterval(looking);
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
