import { expect } from 'vitest';
import type { Answer, Tidings } from '../support/api.js';
import { type NewTenant, newTenant } from './participants.fixture.js';

/** A tenant with templates, and calls that its tests of workflows share. */
export async function flowsOf(tidings: Tidings, subdomain: string) {
  const tenant: NewTenant = await newTenant(tidings, subdomain);
  const { owner } = tenant;

  async function made(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await owner(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
    return answer;
  }

  await made('POST', '/message_templates', {
    name: 'shipped',
    kind: 'TEXT',
    texts: { en: 'Shipped: {{status}} by {{flow}}', de: 'Versandt: {{status}} von {{flow}}' },
    parameters: [
      { name: 'status', kind: 'CONVERSATION_DATA', value_path: 'order.status' },
      { name: 'flow', kind: 'WORKFLOW_ID' },
    ],
  });

  const runs = async (id: string) => (await made('GET', `/workflows/${id}/runs`)).body.runs;
  const howOften = async (id: string) => (await made('GET', `/workflows/${id}/runs?limit=1`)).body.total_elements;
  const messages = async (id: string) =>
    (await made('GET', `/conversations/${id}/messages?order=ASC&limit=1000`)).body.messages;

  return {
    ...tenant,
    made,
    runs,
    messages,
    texts: async (id: string): Promise<readonly string[]> =>
      (await messages(id)).map(({ text }: { text: string }) => text),

    workflow: (id: string, trigger: object, more: object = {}) =>
      made('POST', '/workflows', { id, conversation_type_id: 'support', trigger, ...more }),

    open: (id: string, more: object = {}) =>
      made('POST', '/conversations', { id, conversation_type_id: 'support', ...more }),

    /** When it ran so often, and no more: its latest runs. */
    async ran(id: string, times: number) {
      await expect.poll(() => howOften(id), { timeout: 10_000 }).toBe(times);
      return runs(id);
    },
  };
}

export type Flows = Awaited<ReturnType<typeof flowsOf>>;

export const say = { kind: 'SEND_MESSAGE', template_name: 'shipped' };
export const notify = { kind: 'NOTIFY_PARTICIPANTS', template_name: 'shipped' };
export const onCreation = { kind: 'CONVERSATION_CREATED', action: say };
export const onMessage = (more: object = {}) => ({ kind: 'MESSAGE_ADDED_TO_CONVERSATION', action: say, ...more });
export const onData = (more: object = {}) => ({ kind: 'CONVERSATION_DATA_CHANGED', ...more });
export const leaf = (target_identifier: string, operator: string, more: object = {}) => ({
  kind: 'LEAF',
  target_identifier,
  operator,
  ...more,
});
