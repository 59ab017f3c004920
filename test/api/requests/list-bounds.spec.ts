import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

const MAX = 262_144;

let tidings: Tidings;
let acme: Tenant;

beforeAll(async () => {
  tidings = await startTidings({ ANSWER_MAX_BYTES: String(MAX) });
  acme = await createTenant(tidings, 'lists');
});
afterAll(() => tidings.close());

interface List {
  readonly plural: string;
  readonly path: string;
  /** Answers the ids in the order of the list. */
  fill(): Promise<readonly string[]>;
  readonly idOf?: (row: Record<string, string>) => string | undefined;
}

const many = (count: number, prefix: string) => Array.from({ length: count }, (_, i) => `${prefix}${1_000 + i}`);
const wide = '🚢'.repeat(4_000);

const leaf = (i: number) => ({
  kind: 'LEAF',
  target_identifier: `a${i}`,
  operator: 'EQUALS',
  compare_value: 'x'.repeat(600),
});
const trigger = {
  kind: 'CONVERSATION_DATA_CHANGED',
  branches: [
    {
      condition_node: { kind: 'COMPOUND', operator: 'OR', children: Array.from({ length: 90 }, (_, i) => leaf(i)) },
      action: { kind: 'SEND_MESSAGE', template_name: 'text1000' },
    },
  ],
};

const lists: readonly List[] = [
  {
    plural: 'messages',
    path: '/conversations/talk/messages?order=ASC&limit=1000',
    async fill() {
      await acme.conversation('talk');
      const ids: string[] = [];
      for (let i = 0; i < 30; i++) {
        const { body } = await acme.owner.mustCall('POST', '/conversations/talk/messages', {
          kind: 'TEXT',
          text: wide,
        });
        ids.push(body.id);
      }
      return ids;
    },
  },
  {
    plural: 'messages',
    path: '/conversations/told/messages?order=DESC&order_by=created_at&limit=1000',
    async fill() {
      await acme.conversation('told');
      const ids: string[] = [];
      for (let i = 0; i < 20; i++) {
        const { body } = await acme.owner.mustCall('POST', '/conversations/told/messages', {
          kind: 'TEXT',
          text: wide,
        });
        ids.unshift(body.id);
      }
      return ids;
    },
  },
  {
    plural: 'participants',
    path: '/conversations/crowd/participants?limit=1000',
    async fill() {
      const ids = many(1_000, 'p');
      const client = (id: string) => ({ id, kind: 'CLIENT', display_name: 'x'.repeat(50), email: mail(id) });
      await acme.conversation('crowd', { participants: ids.map(client) });
      return ids;
    },
  },
  {
    plural: 'message_templates',
    path: '/message_templates?includes=TEXTS,PARAMETERS',
    async fill() {
      const names = many(20, 'text');
      for (const name of names) {
        await acme.owner.mustCall('POST', '/message_templates', { name, kind: 'TEXT', texts: { en: wide, de: wide } });
      }
      return [
        'system_notify_email',
        'system_notify_sms',
        'system_password_reset',
        'system_request_location',
        'system_workflow_failed',
        ...names,
      ];
    },
    idOf: ({ name }) => name,
  },
  {
    plural: 'workflows',
    path: '/workflows',
    async fill() {
      const ids = many(10, 'flow');
      for (const id of ids) {
        await acme.owner.mustCall('POST', '/workflows', {
          id,
          conversation_type_id: 'support',
          enabled: false,
          trigger,
        });
      }
      return ids;
    },
  },
  {
    plural: 'conversation_types',
    path: '/conversation-types',
    async fill() {
      const ids = many(8, 'kind');
      for (const id of ids) {
        const body = { id, conversation_data_list_item_template: `<p>${'x'.repeat(60_000)}</p>` };
        await acme.owner.mustCall('POST', '/conversation-types', body);
      }
      return ['support', ...ids];
    },
  },
];

const mail = (id: string) => `${id}@${'example.'.repeat(28)}com`;

async function readAll(list: Pick<List, 'plural' | 'path'>) {
  const rows: Record<string, string>[] = [];
  const answers: { readonly bytes: number; readonly total: number }[] = [];
  for (let cursor: string | undefined; ; ) {
    const joiner = list.path.includes('?') ? '&' : '?';
    const path = cursor === undefined ? list.path : `${list.path}${joiner}cursor=${cursor}`;
    const { text, body } = await acme.owner.mustCall('GET', path);
    rows.push(...body[list.plural]);
    answers.push({ bytes: Buffer.byteLength(text), total: body.total_elements });
    expect(body.has_more).toBe(body.next_cursor !== undefined);
    if (!body.has_more) return { rows, answers };
    cursor = body.next_cursor;
  }
}

describe('a list ends at the bound of an answer, and its cursor leads to the rest', () => {
  for (const list of lists) {
    test(`${list.plural} of ${list.path}`, async () => {
      const ids = await list.fill();
      const { rows, answers } = await readAll(list);
      expect(rows.map(list.idOf ?? (({ id }) => id))).toEqual(ids);
      expect(answers.length).toBeGreaterThan(1);
      for (const { bytes, total } of answers) {
        expect(bytes).toBeLessThanOrEqual(MAX);
        expect(total).toBe(ids.length);
      }
    });
  }

  test('the event feed ends at it, and `next` leads to the rest', async () => {
    const sizes: number[] = [];
    const ids: string[] = [];
    for (let after = ''; ; ) {
      const { text, body } = await acme.owner.mustCall('GET', `/events?limit=1000${after && `&after=${after}`}`);
      sizes.push(Buffer.byteLength(text));
      ids.push(...body.events.map(({ id }: { id: string }) => id));
      after = body.next;
      if (!body.has_more) break;
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX);
    expect(sizes.length).toBeGreaterThan(4);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(1_050);
  });

  test('participants that alone are more than an answer are refused beside a conversation', async () => {
    for (const path of ['/conversations/crowd', '/conversations']) {
      const refused = await acme.owner.call('GET', `${path}?includes=PARTICIPANTS`);
      expect([refused.status, refused.body.code]).toEqual([413, 'errors.answer.too_large']);
    }
    const { body } = await acme.owner.mustCall('GET', '/conversations/talk?includes=PARTICIPANTS');
    expect(body.participants).toHaveLength(1);
  });
});
