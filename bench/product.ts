import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Child } from './children.js';
import { conversationIds, speakers } from './fixtures.js';
import { folder } from './folders.js';

const PASSWORD = 'a quiet green river';
const EMAIL = 'ada@example.com';
const CLIENT_KEY = 'urn:tidings:token-type:client-auth-key';
const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';

export interface Tenant {
  readonly id: string;
  readonly userId: string;
  /** The owner's. */
  readonly token: string;
}

/** The product with a data folder of its own. */
export interface Product {
  readonly child: Child;
  readonly dataDir: string;
  readonly tenant: Tenant;
}

export const startProduct = (dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<Child> =>
  Child.start('../src/main.js', {
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://127.0.0.1:3000',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ACCESS_TOKEN_SECONDS: '86400',
      ...env,
    },
  });

type Json = Record<string, unknown>;

export async function call(
  child: Child,
  method: string,
  path: string,
  token?: string,
  body?: object | URLSearchParams,
) {
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(`http://127.0.0.1:${child.port}/api/v1${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? {} : JSON.parse(text)) as Json;
}

async function signUp(child: Child): Promise<Tenant> {
  const names = { tenant_name: 'Bench', tenant_subdomain: 'bench' };
  const signed = await call(child, 'POST', '/signup', undefined, {
    ...names,
    user_email: EMAIL,
    user_password: PASSWORD,
  });
  const id = String(signed.tenant_id);
  const form = new URLSearchParams({ grant_type: 'password', username: EMAIL, password: PASSWORD });
  const { access_token: token } = await call(child, 'POST', `/auth/${id}/oauth2/token`, undefined, form);
  return { id, userId: String(signed.user_id), token: String(token) };
}

/** A tenant with one conversation type. */
export async function newProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = folder('product');
  const child = await startProduct(dataDir, env);
  const tenant = await signUp(child);
  await call(child, 'POST', '/conversation-types', tenant.token, {
    id: 'support',
    conversation_data_list_item_template: '{{ conversation_unread_count }} unread',
    conversation_data_schema: { type: 'object' },
  });
  return { child, dataDir, tenant };
}

/** The cast takes its places; answers a token for each speaker. */
export async function openConversations({ child, tenant }: Product): Promise<readonly string[]> {
  for (const id of conversationIds) {
    const clients = speakers.filter(({ conversationId }) => conversationId === id);
    await call(child, 'POST', '/conversations', tenant.token, {
      id,
      conversation_type_id: 'support',
      participants: [
        { kind: 'USER', user_id: tenant.userId },
        ...clients.map(({ participantId }) => ({ id: participantId, kind: 'CLIENT', display_name: participantId })),
      ],
    });
  }
  return Promise.all(speakers.map((speaker) => tokenOf({ child, tenant }, speaker)));
}

async function tokenOf({ child, tenant }: Pick<Product, 'child' | 'tenant'>, speaker: (typeof speakers)[number]) {
  const { conversationId, participantId } = speaker;
  const path = `/conversations/${conversationId}/participants/${participantId}/client-url`;
  const { url } = await call(child, 'GET', path, tenant.token);
  const key = decodeURIComponent(String(url).split('auth_key=')[1] ?? '');
  const form = { grant_type: EXCHANGE, subject_token_type: CLIENT_KEY, subject_token: key };
  const granted = await call(child, 'POST', `/auth/${tenant.id}/oauth2/token`, undefined, new URLSearchParams(form));
  return String(granted.access_token);
}

/** Data that `seed/main.ts` writes straight into the log and the read models. */
export interface Seeding {
  readonly messages?: number;
  readonly conversations?: number;
}

/** The product on so much data, made while it was down. */
export async function seededProduct(seeding: Seeding): Promise<Product> {
  const made = await newProduct();
  if (seeding.messages) await openConversations(made);
  await made.child.stop();
  const plan = JSON.stringify({
    ...seeding,
    dataDir: made.dataDir,
    tenantId: made.tenant.id,
    userId: made.tenant.userId,
  });
  const seeder = fork(fileURLToPath(new URL('./seed/main.js', import.meta.url)), [plan], { stdio: 'inherit' });
  const [code] = await once(seeder, 'exit');
  if (code !== 0) throw new Error(`seeding ended with ${code}`);
  return { ...made, child: await startProduct(made.dataDir) };
}
