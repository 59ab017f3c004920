import { createTenant } from '../../test/fixtures/tenant.js';
import { httpClient } from '../../test/support/http-client.js';
import type { Benchmark } from '../benchmark.js';
import { cpu, round } from '../figures.js';
import { LoadTarget } from '../load.js';
import { type Product, seededProduct } from '../product.js';
import { interleaved } from '../rounds.js';
import { ms, type Row, times } from '../table.js';
import { readers, reading } from '../workloads.js';

const SMALL = 10_000;
const LIST = '/api/v1/audit/events?limit=50';

/** Pages of 50 events, by what chooses them. */
const questions = ({ tenant }: Product): Readonly<Record<string, string>> => ({
  'the newest events': LIST,
  'the events of a conversation': `${LIST}&conversation_id=case-1`,
  'the events of a subject': `${LIST}&subject_kind=PARTICIPANT&subject_id=client-0`,
  'the events of two types': `${LIST}&type=ConversationOpened,ParticipantJoined`,
  'the events about messages': `${LIST}&subject_kind=MESSAGE`,
  'the events of an actor': `${LIST}&actor=USER:${tenant.owner.id}`,
  'the first events': `${LIST}&order=ASC`,
  'the events of an actor of a type': `${LIST}&actor=${tenant.owner.id}&type=ConversationOpened`,
});

/** The newest events of another tenant, which has few. */
async function besideIt({ child }: Product): Promise<LoadTarget> {
  const { owner } = await createTenant(httpClient(`http://127.0.0.1:${child.port}`), 'beside');
  return LoadTarget.connect(child, readers(owner.token, LIST));
}

/** G15: CPU time of a page of the audit in a log of 10,000 events and in a long one. */
export const audit: Benchmark = async (options) => {
  const many = options.full ? 1_000_000 : 200_000;
  const products = { small: await seededProduct({ messages: SMALL }), large: await seededProduct({ messages: many }) };
  const rows: Row[] = [];
  const names = [...Object.keys(questions(products.small)), 'the events of another tenant'];
  for (const name of names) {
    const targetIn = (product: Product) => {
      const path = questions(product)[name];
      return path === undefined ? besideIt(product) : reading(product, path);
    };
    const targets = { small: await targetIn(products.small), large: await targetIn(products.large) };
    const samples = await interleaved(
      { small: round(targets.small), large: round(targets.large) },
      { rounds: 3, ms: 1_000, warmUpMs: 500 },
    );
    for (const target of Object.values(targets)) target.close();
    const [few, all] = [cpu(samples.small), cpu(samples.large)];
    rows.push({
      benchmark: 'G15',
      what: `${name} in ${many.toLocaleString('en')} events against ${SMALL.toLocaleString('en')}: CPU each`,
      baseline: ms(few),
      product: ms(all),
      ratio: times(all / few),
      bound: '≤ 1.2×',
      reached: all / few <= 1.2,
    });
  }
  for (const { child } of Object.values(products)) await child.stop();
  return rows;
};
