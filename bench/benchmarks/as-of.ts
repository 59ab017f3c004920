import { POSITION_HEADER, parsePosition, writePosition } from '../../src/catalogue/positions.js';
import { httpClient } from '../../test/support/http-client.js';
import type { Benchmark } from '../benchmark.js';
import { seededProduct } from '../product.js';
import { ms, type Row } from '../table.js';

const MESSAGES = 100_000;
const MOST_MS = 100;
const TIMES = 20;
/** Messages that are deleted after all moments. */
const DELETED = 100;
/** Parts of the log behind which the moments are. */
const PARTS = [0.5, 0.75, 0.99];
const CALLS: Readonly<Record<string, string>> = {
  'a conversation with its participants': '/conversations/case-0?includes=PARTICIPANTS&at=',
  'a page of 50 messages': '/conversations/case-0/messages?limit=50&at=',
  'a page behind 20,000 messages': '/conversations/case-0/messages?limit=50&offset=20000&at=',
  'a page by the last change': '/conversations/case-0/messages?limit=50&order_by=updated_at&at=',
  'a list of the participants': '/conversations/case-0/participants?limit=50&at=',
  'a participant': '/conversations/case-0/participants/client-0?at=',
};

/** G15: time of an answer as of different moments of a long conversation, of which some messages are deleted since. */
export const asOf: Benchmark = async ({ full }) => {
  const messages = full ? 1_000_000 : MESSAGES;
  const { child, tenant } = await seededProduct({ messages });
  const service = httpClient(`http://127.0.0.1:${child.port}`);
  const headers = { authorization: `Bearer ${tenant.owner.token}` };
  const { headers: said } = await service.call('GET', '/tenant', { headers });
  const head = parsePosition(said.get(POSITION_HEADER) ?? '') ?? 0;
  const { body } = await service.call('GET', `/conversations/case-0/messages?limit=${DELETED}&offset=20000`, {
    headers,
  });
  for (const { id } of body.messages) await service.call('DELETE', `/conversations/case-0/messages/${id}`, { headers });
  const rows: Row[] = [];
  for (const [what, path] of Object.entries(CALLS)) {
    const spent: number[] = [];
    for (let n = 0; n < TIMES; n++) {
      for (const part of PARTS) {
        const at = writePosition(Math.floor(head * part) - n);
        const began = performance.now();
        const { status, text } = await service.call('GET', `${path}${at}`, { headers });
        if (status !== 200) throw new Error(`${path}${at}: ${status} ${text}`);
        spent.push(performance.now() - began);
      }
    }
    const slowest = spent.toSorted((a, b) => a - b)[Math.floor(spent.length * 0.95)] ?? 0;
    rows.push({
      benchmark: 'G15',
      what: `${what} as of any moment, with ${messages.toLocaleString('en')} messages: p95`,
      baseline: '-',
      product: ms(slowest),
      ratio: '-',
      bound: `≤ ${MOST_MS} ms`,
      reached: slowest <= MOST_MS,
    });
  }
  await child.stop();
  return rows;
};
