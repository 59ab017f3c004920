import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../fixtures/caller.js';
import { client, createConversationType } from '../../fixtures/conversations.js';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { startTidings, type Tidings } from '../../support/api.js';

let tidings: Tidings;
let acme: Tenant;
let made = 0;
beforeAll(async () => {
  tidings = await startTidings();
  acme = await createTenant(tidings, 'header');
});
afterAll(() => tidings.close());

/** The client of a conversation whose type has the header. */
async function clientOf(header: string | undefined, conversation: object): Promise<Caller> {
  const id = `c${++made}`;
  await createConversationType(acme.owner, {
    id: `type-${id}`,
    conversation_data_schema: {
      properties: { no: {}, missing: {}, order: { type: 'object', properties: { no: { type: 'number' } } } },
    },
    ...(header === undefined ? {} : { client_app_header_template: header }),
  });
  await acme.conversation(id, { conversation_type_id: `type-${id}`, participants: [client()], ...conversation });
  return acme.client(id);
}
const read = async (caller: Caller) =>
  (await caller.mustCall('GET', `/conversations/c${made}?includes=CLIENT_HEADER_TEMPLATE_DATA`)).body;

describe('`client_header_html` of a client’s conversation', () => {
  test('is the header with its values filled in and escaped', async () => {
    const carl = await clientOf('<h1>{{ conversation_description }}</h1><p>{{ order.no }} {{ missing }}</p>', {
      description: 'A & B <img src=x onerror=alert(1)>',
      conversation_data: { order: { no: 17 } },
    });
    const { client_header_html: html, template_data } = await read(carl);
    expect(html).toBe('<h1>A &amp; B &lt;img src=x onerror=alert(1)&gt;</h1><p>17 </p>');
    expect(template_data.client_header_template['order.no']).toBe(17);
  });

  test.each([
    ['<a href="https://acme.example/{{ no }}">Order</a>', { no: '"><script>alert(1)</script>' }],
    ['<img src="https://acme.example/{{ no }}" alt="{{ no }}">', { no: '" onerror="alert(1)' }],
    ['<p>{{ no }}</p>', { no: '</p><script>alert(1)</script>' }],
    ['<p>{{ no }}</p>', { no: '&lt;script&gt;alert(1)&lt;/script&gt;' }],
    ['<p>{{ no }}{{ no }}</p>', { no: '<scr' }],
  ])('of %s with %j has no markup of a value', async (header, conversation_data) => {
    const { client_header_html: html } = await read(await clientOf(header, { conversation_data }));
    expect(html).not.toMatch(/<script|<scr|"\s*onerror="alert/i);
    expect(html.match(/<(?!\/)/g)).toHaveLength(1);
  });

  test('follows the data, and is absent without the include, without a header and for staff', async () => {
    const carl = await clientOf('<p>{{ no }}</p>', { conversation_data: { no: 1 } });
    await acme.owner.mustCall('PATCH', `/conversations/c${made}`, { conversation_data: { no: 2 } });
    expect((await read(carl)).client_header_html).toBe('<p>2</p>');
    expect(await read(acme.owner)).not.toHaveProperty('client_header_html');
    expect((await carl.mustCall('GET', `/conversations/c${made}`)).body).not.toHaveProperty('client_header_html');
    expect(await read(await clientOf(undefined, {}))).not.toHaveProperty('client_header_html');
  });

  test('is cut where the values are long, within whole markup', async () => {
    const carl = await clientOf('<p>{{ no }}</p><p>{{ no }}</p>', { conversation_data: { no: '<&>'.repeat(40_000) } });
    const { client_header_html: html } = await read(carl);
    expect(html.length).toBeLessThanOrEqual(100_000);
    expect(html.match(/<p>/g)).toHaveLength(2);
    expect(html.match(/<\/p>/g)).toHaveLength(2);
  });
});
