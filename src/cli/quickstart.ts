import { io } from 'socket.io-client';
import { asCurl, caller, type Endpoint } from './quickstart-calls.js';

/** `npm run quickstart`: plays a conversation against a running service and prints each call as curl. */
const base = process.env.TIDINGS_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const say = (text: string) => process.stdout.write(`${text}\n`);
const call = caller(base, (title: string, made: Endpoint, status: number, body: unknown) => {
  say(`\n# ${title}\n${asCurl(base, made)}\n=> ${status}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`);
});

const suffix = process.hrtime.bigint().toString(36).slice(-8);
const password = `quick-${suffix}-start`;
const email = 'ada@example.com';

const signup = await call('Sign up a tenant with its owner', {
  method: 'POST',
  path: '/signup',
  body: {
    tenant_name: `Quick ${suffix}`,
    tenant_subdomain: `quick-${suffix}`,
    user_email: email,
    user_password: password,
    user_firstname: 'Ada',
    user_lastname: 'Byron',
  },
});
const tenant = String(signup.tenant_id);

const signedIn = await call('Sign in as the owner', {
  method: 'POST',
  path: `/auth/${tenant}/oauth2/token`,
  form: { grant_type: 'password', username: email, password },
});
const owner = String(signedIn.access_token);

await call('Create a conversation type with a schema', {
  method: 'POST',
  path: '/conversation-types',
  token: owner,
  body: {
    id: 'support',
    conversation_data_list_item_template: '{{ customer.name }}: {{ conversation_unread_count }} unread',
    conversation_data_schema: {
      type: 'object',
      properties: { customer: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
    },
  },
});

await call('Create a conversation with a client', {
  method: 'POST',
  path: '/conversations',
  token: owner,
  body: {
    id: 'case-1',
    conversation_type_id: 'support',
    description: 'The heating hums',
    conversation_data: { customer: { name: 'Grace' } },
    participants: [{ id: 'grace', kind: 'CLIENT', display_name: 'Grace' }],
  },
});

const socket = io(base, { auth: { token: owner }, transports: ['websocket'], reconnection: false });
await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
say('\n# Subscribe to the conversation with socket.io');
const subscribed = await socket.emitWithAck('SUBSCRIBE', { address: 'conversations/case-1' });
say(`emit SUBSCRIBE {"address":"conversations/case-1"}\n=> ${JSON.stringify(subscribed)}`);
const heard = new Promise((resolve) => socket.once('NEW_MESSAGE', resolve));

const link = await call('Create a client URL', {
  method: 'GET',
  path: '/conversations/case-1/participants/grace/client-url',
  token: owner,
});
const key = decodeURIComponent(String(link.url).split('auth_key=')[1] ?? '');

const exchanged = await call('Exchange the auth key of the URL for a client token', {
  method: 'POST',
  path: `/auth/${tenant}/oauth2/token`,
  form: {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token_type: 'urn:tidings:token-type:client-auth-key',
    subject_token: key,
  },
});

await call('Post a message as the client; the response means that it is durable', {
  method: 'POST',
  path: '/conversations/case-1/messages',
  token: String(exchanged.access_token),
  body: { kind: 'TEXT', text: 'It hums all night.' },
});
say(`\n# Receive the frame on the socket of the owner\n=> ${JSON.stringify(await heard)}`);

const unread = '/conversations/case-1?includes=CURRENT_USER_READ_STATUS,LIST_ITEM_TEMPLATE_DATA';
await call('Read the conversation: one unread message', { method: 'GET', path: unread, token: owner });
await call('Post a message as the owner and wait for its sequence', {
  method: 'POST',
  path: '/conversations/case-1/messages',
  token: owner,
  headers: { Prefer: 'wait' },
  body: { kind: 'TEXT', text: 'We come tomorrow at nine.' },
});
await call('Read the conversation: no unread messages', { method: 'GET', path: unread, token: owner });
await call('List the messages', { method: 'GET', path: '/conversations/case-1/messages?order=ASC', token: owner });
socket.disconnect();
say('\nThe conversation is complete. The API description is at GET /api/v1/openapi.json.');
