import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTenant } from '../../fixtures/tenant.js';
import { httpClient } from '../../support/http-client.js';
import { startServer } from '../crash/server-child.js';
import { MEASURED, peakMiB } from './peak.js';

export interface ManyValues {
  /** Where the compiled service stands. */
  readonly root: string;
  readonly tenants: number;
  /** Values that each tenant sends at once. */
  readonly values: number;
  readonly mebibytes: number;
  /** Limit of V8's old space. */
  readonly heapMiB: number;
  readonly say?: (text: string) => void;
}

export interface ManyValuesReport {
  readonly beforeMiB: number;
  readonly peakMiB: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Tenants that had no value accepted. */
  readonly starved: number;
}

const MIB = 1_048_576;
const TYPE = {
  id: 'large',
  conversation_data_schema: { type: 'object' },
  conversation_data_list_item_template: '{{ conversation_id }}',
};

/**
 * Each of many tenants sends many large values at once; refused ones are not sent again.
 * @throws Error when the service dies
 */
export async function sendFromMany(load: ManyValues): Promise<ManyValuesReport> {
  const { root, tenants, values, mebibytes, heapMiB, say = () => {} } = load;
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-values-'));
  const environment = { ...MEASURED, CONVERSATION_DATA_MAX_CHARS: String((mebibytes + 1) * MIB) };
  const server = await startServer({ root, dataDir, node: [`--max-old-space-size=${heapMiB}`], environment });
  try {
    const owners = [];
    for (let n = 0; n < tenants; n++) {
      const { owner } = await createTenant(httpClient(server.url), `many-${n}`);
      await owner.mustCall('POST', '/conversation-types', TYPE);
      owners.push(owner);
    }
    const text = 'x'.repeat(mebibytes * MIB);
    const beforeMiB = peakMiB(server);
    const send = async (token: string, id: string): Promise<number> => {
      const body = `{"id":"${id}","conversation_type_id":"large","conversation_data":{"id":"${id}","text":"${text}"}}`;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${server.url}/api/v1/conversations`, { method: 'POST', headers, body }).catch(
        () => undefined,
      );
      await answer?.arrayBuffer().catch(() => undefined);
      return answer?.status ?? 0;
    };
    const ids = Array.from({ length: values }, (_, n) => `c${n}`);
    const byTenant = await Promise.all(owners.map(({ token }) => Promise.all(ids.map((id) => send(token, id)))));
    const statuses = Object.fromEntries(
      Object.entries(Object.groupBy(byTenant.flat(), String)).map(([status, all = []]) => [status, all.length]),
    );
    const starved = byTenant.filter((all) => !all.includes(201)).length;
    const report = { beforeMiB, peakMiB: peakMiB(server), statuses, starved };
    say(`${tenants} tenants with ${values} values of ${mebibytes} MiB each at once: ${JSON.stringify(report)}`);
    return report;
  } finally {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
