import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTenant } from '../../fixtures/tenant.js';
import { httpClient } from '../../support/http-client.js';
import { startServer } from '../crash/server-child.js';
import { MEASURED, peakMiB } from './peak.js';

export interface Attack {
  /** Where the compiled service stands. */
  readonly root: string;
  readonly conversations: number;
  /** Bytes of each conversation_data. */
  readonly dataBytes: number;
  /** Limit of V8's old space. */
  readonly heapMiB: number;
  /** Requests of each kind that are sent together. */
  readonly atOnce: number;
  readonly answerBytes: number;
  readonly say?: (text: string) => void;
}

/** What came of the requests of one kind. */
export interface AnswersReport {
  readonly call: string;
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly largestBytes: number;
  readonly peakMiB: number;
}

const TYPE = {
  id: 'shown',
  conversation_data_schema: {
    type: 'object',
    properties: { text: { type: 'string' }, items: { type: 'array' } },
  },
  conversation_data_list_item_template: '{{ text }}',
};

/** Half of it one text, half many small values. */
const dataOf = (bytes: number) => ({
  text: 'é'.repeat(bytes / 4 - 100),
  items: Array.from({ length: bytes / 2 / 20 }, (_, i) => ({ a: 1_000_000 + i, b: [] })),
});

/**
 * Asks many at once for lists of conversations with everything that can be included.
 * @throws Error when the service dies
 */
export async function askForEverything(attack: Attack): Promise<readonly AnswersReport[]> {
  const { root, conversations, dataBytes, heapMiB, atOnce, answerBytes, say = () => {} } = attack;
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-answers-'));
  const environment = { ...MEASURED, ANSWER_MAX_BYTES: String(answerBytes) };
  const server = await startServer({ root, dataDir, node: [`--max-old-space-size=${heapMiB}`], environment });
  try {
    const { owner } = await createTenant(httpClient(server.url), 'answers');
    await owner.mustCall('POST', '/conversation-types', TYPE);
    const data = dataOf(dataBytes);
    const ids = Array.from({ length: conversations }, (_, i) => `c${i}`);
    for (const id of ids) {
      await owner.mustCall('POST', '/conversations', { id, conversation_type_id: 'shown', conversation_data: data });
    }
    say(`${conversations} conversations, ${peakMiB(server)} MiB at most`);
    const ask = async (path: string, body?: object) => {
      const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' };
      const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
      const answer = await fetch(`${server.url}/api/v1${path}`, { headers, ...sent });
      let bytes = 0;
      for await (const chunk of answer.body ?? []) bytes += chunk.length;
      return { status: answer.status, bytes };
    };
    const reports: AnswersReport[] = [];
    for (const includes of [
      'CONVERSATION_DATA',
      'LIST_ITEM_TEMPLATE_DATA',
      'CONVERSATION_DATA,LIST_ITEM_TEMPLATE_DATA',
    ]) {
      for (const call of ['list', 'by_ids']) {
        const query = `includes=${includes}`;
        const asked = () =>
          call === 'list' ? ask(`/conversations?limit=1000&${query}`) : ask(`/conversations/by_ids?${query}`, { ids });
        const answers = await Promise.all(Array.from({ length: atOnce }, asked));
        const statuses = Object.groupBy(answers, ({ status }) => String(status));
        reports.push({
          call: `${call} ${includes}`,
          statuses: Object.fromEntries(Object.entries(statuses).map(([status, all = []]) => [status, all.length])),
          largestBytes: Math.max(...answers.map(({ bytes }) => bytes)),
          peakMiB: peakMiB(server),
        });
        say(JSON.stringify(reports.at(-1)));
      }
    }
    return reports;
  } finally {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
