import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import type { Caller } from '../../fixtures/caller.js';
import { client, postMessage } from '../../fixtures/conversations.js';
import { form } from '../../fixtures/tokens.js';
import { onMessage } from '../../fixtures/workflows.js';
import { times } from './attack.js';
import { SpentBudgets } from './spent-budgets.js';

/** Something that must not hold the event loop for longer than `mostMs`. */
export interface StallScenario {
  /** Of issue 9. */
  readonly line: string;
  readonly what: string;
  readonly mostMs: number;
  /** The service is started anew before each try. */
  readonly isAfterStart?: boolean;
  prepare?(owner: Caller): Promise<unknown>;
  act(owner: Caller): Promise<unknown>;
}

const LEGAL_BODY_MS = 100;
const STALL_MS = 50;
const MEMBERS = 5_000;
const MEMBERS_AT_ONCE = 500;
const DELIVERIES = 3_000;

const json = { 'content-type': 'application/json' };

const legalBody = (what: string, data: () => object): StallScenario => ({
  line: 'rule',
  what: `a conversation of 4 MiB: ${what}`,
  mostMs: LEGAL_BODY_MS,
  act: (owner) =>
    owner.mustCall('POST', '/conversations', {
      id: randomUUID(),
      conversation_type_id: 'support',
      conversation_data: data(),
    }),
});

const anonymous = (
  line: string,
  what: string,
  path: string,
  raw: () => string,
  headers: Readonly<Record<string, string>> = json,
): StallScenario => ({
  line,
  what,
  mostMs: STALL_MS,
  act: async ({ service }) => {
    const asked = { raw: raw(), headers };
    await Promise.all(Array.from({ length: 8 }, () => service.call('POST', path, asked).catch(() => undefined)));
  },
});

async function subscribe({ service, token }: Caller, address: string): Promise<void> {
  const socket = io(service.url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true });
  try {
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
    await socket.emitWithAck('SUBSCRIBE', { address, after: 'p0' });
  } finally {
    socket.disconnect();
  }
}

/** A conversation with thousands of participants. */
async function crowd(owner: Caller): Promise<void> {
  await owner.mustCall('POST', '/conversations', { id: 'crowd', conversation_type_id: 'support' });
  for (let made = 0; made < MEMBERS; made += MEMBERS_AT_ONCE) {
    const participants = Array.from({ length: MEMBERS_AT_ONCE }, (_, n) => client(`k${made + n}`));
    await times(participants.length, 8, (n) =>
      owner.mustCall('POST', '/conversations/crowd/participants', participants[n]),
    );
  }
}

async function deliveries(owner: Caller): Promise<void> {
  await owner.mustCall('POST', '/webhooks/features', { webhook_type: 'message.created', enabled: true });
  await owner.mustCall('PUT', '/webhook-settings', { endpoint_url: 'http://127.0.0.1:9/hook' });
  const conversation = { id: 'delivered', conversation_type_id: 'support', participants: [client()] };
  await owner.mustCall('POST', '/conversations', conversation);
  const message = { kind: 'TEXT', text: 'hello', participant_id: 'client' };
  await times(DELIVERIES, 16, () => owner.mustCall('POST', '/conversations/delivered/messages', message));
}

function spentBudgets(): StallScenario {
  let tenants: SpentBudgets | undefined;
  return {
    line: 'B.3',
    what: '10,000 failed runs from one message, beside 100 workflows of other tenants',
    mostMs: STALL_MS,
    prepare: async (owner) => {
      tenants = await SpentBudgets.settle(owner);
    },
    act: async () => tenants?.spend(),
  };
}

const lists = [
  '/webhooks/deliveries?limit=1000',
  '/webhooks/deliveries?limit=1&status=FAILED',
  '/conversations/delivered/notifications',
];

export const stallScenarios: readonly StallScenario[] = [
  anonymous('A.1', 'eight anonymous bodies of faults', '/signup', () =>
    JSON.stringify({
      ['k'.repeat(260_000)]: Object.fromEntries(Array.from({ length: 19_000 }, (_, n) => [n, '\u0000'])),
    }),
  ),
  anonymous('A.2', 'eight anonymous bodies of 4 MB', '/conversations', () =>
    JSON.stringify({ conversation_data: { text: 'x'.repeat(4_000_000) } }),
  ),
  anonymous('A.2', 'eight anonymous bodies of 300,000 lists', '/signup', () => `[${'[],'.repeat(300_000)}[]]`),
  anonymous(
    'A.2',
    'eight anonymous forms of 64 KiB',
    `/auth/${randomUUID()}/oauth2/token`,
    () => 'a&'.repeat(32_768),
    form('').headers,
  ),
  legalBody('one text', () => ({ text: 'x'.repeat(4_190_000) })),
  legalBody('60,000 items', () => ({
    items: Array.from({ length: 60_000 }, (_, n) => ({ id: `${n}-x`, amount: n * 1.5, tags: ['open', `t${n}`] })),
  })),
  legalBody('150,000 members', () => Object.fromEntries(Array.from({ length: 150_000 }, (_, n) => [`k${n}`, `v${n}`]))),
  {
    line: 'B.1',
    what: 'eight lists with the data of twenty conversations of 4 MiB',
    mostMs: STALL_MS,
    prepare: (owner) =>
      times(20, 2, (n) =>
        owner.mustCall('POST', '/conversations', {
          id: `large-${n}`,
          conversation_type_id: 'support',
          conversation_data: { text: 'x'.repeat(4_190_000) },
        }),
      ),
    act: (owner) =>
      times(8, 8, () =>
        owner.call('GET', '/conversations?includes=CONVERSATION_DATA&limit=1000').catch(() => undefined),
      ),
  },
  spentBudgets(),
  {
    line: 'B.6',
    what: `eight lists at once of ${DELIVERIES} deliveries, and notifications`,
    mostMs: STALL_MS,
    prepare: deliveries,
    act: (owner) => times(8, 8, (n) => owner.mustCall('GET', lists[n % lists.length] as string)),
  },
  {
    line: 'B.5',
    what: `two dry runs and the feed over ${DELIVERIES} messages`,
    mostMs: STALL_MS,
    prepare: (owner) =>
      owner.mustCall('POST', '/workflows', {
        id: 'dry',
        conversation_type_id: 'support',
        enabled: false,
        trigger: onMessage({ action: { kind: 'SEND_MESSAGE', template_name: 'system_request_location' } }),
      }),
    act: (owner) => {
      const range = { from: '2020-01-01T00:00:00Z', to: new Date().toISOString() };
      const dryRun = () => owner.mustCall('POST', '/workflows/dry/dry-run', range);
      return Promise.all([dryRun(), dryRun(), owner.mustCall('GET', '/events?limit=1000')]);
    },
  },
  {
    line: 'C.2',
    what: `a subscription with ${MEMBERS} participants`,
    mostMs: STALL_MS,
    prepare: crowd,
    act: (owner) => subscribe(owner, 'conversations/crowd'),
  },
  {
    line: 'C.2',
    what: `the first message after a start to ${MEMBERS} participants`,
    mostMs: STALL_MS,
    isAfterStart: true,
    act: (owner) => postMessage(owner, 'crowd', { participant_id: 'k0' }),
  },
];
