import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { client } from '../test/fixtures/conversations.js';
import { createTenant, type Tenant } from '../test/fixtures/tenant.js';
import { httpClient } from '../test/support/http-client.js';
import { startArguments, startArgumentsIn } from '../test/support/processes/start-arguments.js';
import { Child } from './children.js';
import { conversationIds, senders } from './fixtures.js';
import { folder } from './folders.js';
import { isBehind, readableMetrics } from './lag.js';

/** A running product with a data folder of its own. */
export interface Product {
  readonly child: Child;
  readonly dataDir: string;
  readonly tenant: Tenant;
}

export interface ProductOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A checkout whose built product is started; this one by default. */
  readonly root?: string;
}

const TYPE = {
  id: 'support',
  conversation_data_list_item_template: '{{ conversation_unread_count }} unread',
  conversation_data_schema: { type: 'object' },
};
const LOOK_MS = 1_000;
/** CPU time of a process without work between two looks. */
const IDLE_CPU_MS = 150;

/** The built program of a checkout. */
export const programOf = (root: string): string => join(root, 'dist/src/main.js');

export const startProduct = (dataDir: string, { env = {}, root }: ProductOptions = {}): Promise<Child> =>
  Child.start(root === undefined ? '../src/main.js' : programOf(root), {
    node: root === undefined ? startArguments : startArgumentsIn(root),
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://127.0.0.1:3000',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ACCESS_TOKEN_SECONDS: '86400',
      RATE_LIMITS: 'off',
      ...env,
    },
  });

/** A product with a tenant and one conversation type. */
export async function newProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = folder('product');
  const child = await startProduct(dataDir, options);
  const tenant = await createTenant(httpClient(`http://127.0.0.1:${child.port}`), 'bench', { types: [TYPE] });
  return { child, dataDir, tenant };
}

/** Opens the conversations of the senders; returns a token for each sender. */
export async function openConversations({ tenant }: Pick<Product, 'tenant'>): Promise<readonly string[]> {
  for (const id of conversationIds) {
    const own = senders.filter(({ conversationId }) => conversationId === id);
    await tenant.conversation(id, {
      participants: [
        { kind: 'USER', user_id: tenant.owner.id },
        ...own.map(({ participantId }) => client(participantId)),
      ],
    });
  }
  const clients = senders.map(({ conversationId, participantId }) => tenant.client(conversationId, participantId));
  return (await Promise.all(clients)).map(({ token }) => token);
}

/** Data that `seed/main.ts` writes into the log and the read models. */
export interface Seeding {
  readonly messages?: number;
  readonly conversations?: number;
  readonly filtered?: boolean;
}

/** A product whose data were written while it was stopped. */
export async function seededProduct(seeding: Seeding): Promise<Product> {
  const product = await newProduct();
  if (seeding.messages) await openConversations(product);
  await product.child.stop();
  const { tenantId, owner } = product.tenant;
  const plan = JSON.stringify({ ...seeding, dataDir: product.dataDir, tenantId, userId: owner.id });
  const seeder = fork(fileURLToPath(new URL('./seed/main.js', import.meta.url)), [plan], { stdio: 'inherit' });
  const [code] = await once(seeder, 'exit');
  if (code !== 0) throw new Error(`seeding ended with ${code}`);
  const child = await startProduct(product.dataDir, { env: readableMetrics });
  await caughtUp(child);
  return { ...product, child };
}

/** Workers read the seeded log first, a million events in 40 s. Their work is not that of the requests. */
async function caughtUp(child: Child): Promise<void> {
  for (let before = (await child.usage()).cpuMs, isIdle = false; !isIdle; ) {
    await sleep(LOOK_MS);
    const { cpuMs } = await child.usage();
    // A process that waits for a busy machine takes little time too.
    isIdle = cpuMs - before < IDLE_CPU_MS && !(await isBehind(`http://127.0.0.1:${child.port}`));
    before = cpuMs;
  }
}
