import { io } from 'socket.io-client';
import { answerText, caller, Variables } from './quickstart-calls.js';
import { startEndpoint } from './quickstart-webhook.js';

/** `npm run quickstart`: plays a conversation against a running service and prints each call as curl. */
const say = (text: string) => void process.stdout.write(`${text}\n`);
const variables = new Variables(say);
const call = caller(variables, say);

const base = process.env.TIDINGS_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const suffix = process.hrtime.bigint().toString(36).slice(-8);
const password = `quick-${suffix}-start`;
const email = 'ada@example.com';

say('# The calls below can be run again in a shell that has these variables.');
variables.set('API', `${base}/api/v1`);

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
variables.set('TENANT', String(signup.tenant_id));
const tokenPath = `/auth/${variables.get('TENANT')}/oauth2/token`;

const signedIn = await call('Sign in as the owner', {
  method: 'POST',
  path: tokenPath,
  form: { grant_type: 'password', username: email, password },
});
variables.set('TOKEN', String(signedIn.access_token));

const key = await call('Create an API key for a machine', {
  method: 'POST',
  path: '/api-keys',
  as: 'TOKEN',
  body: { name: 'Quick start' },
});
variables.set('KEY', String(key.api_key));

await call('Create a conversation type with a schema', {
  method: 'POST',
  path: '/conversation-types',
  as: 'KEY',
  body: {
    id: 'support',
    conversation_data_list_item_template: '{{ customer.name }} ({{ conversation_unread_count }})',
    conversation_data_schema: {
      type: 'object',
      properties: { customer: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
    },
  },
});

await call('Create a message template', {
  method: 'POST',
  path: '/message_templates',
  as: 'KEY',
  body: {
    name: 'welcome',
    kind: 'TEXT',
    texts: { en: 'Hello {{ name }}, how can we help?' },
    parameters: [{ name: 'name', kind: 'CONVERSATION_DATA', value_path: 'customer.name' }],
  },
});

await call('Create a workflow that posts it in each new conversation', {
  method: 'POST',
  path: '/workflows',
  as: 'KEY',
  body: {
    conversation_type_id: 'support',
    trigger: { kind: 'CONVERSATION_CREATED', action: { kind: 'SEND_MESSAGE', template_name: 'welcome' } },
  },
});

const endpoint = await startEndpoint();
await call('Enable webhooks for messages', {
  method: 'POST',
  path: '/webhooks/features',
  as: 'KEY',
  body: { webhook_type: 'message.created', enabled: true },
});
const settings = await call('Set the webhook endpoint, which the quick start runs itself', {
  method: 'PUT',
  path: '/webhook-settings',
  as: 'KEY',
  body: { endpoint_url: endpoint.url },
  expects: 400,
});

await call('Create a conversation with a client', {
  method: 'POST',
  path: '/conversations',
  as: 'TOKEN',
  body: {
    id: 'case-1',
    conversation_type_id: 'support',
    description: 'The heating hums',
    conversation_data: { customer: { name: 'Grace' } },
    participants: [{ id: 'grace', kind: 'CLIENT', display_name: 'Grace' }],
  },
});

const socket = io(base, { auth: { token: variables.get('TOKEN') }, transports: ['websocket'], reconnection: false });
await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
say('\n# Subscribe to the conversation with socket.io');
const subscribed = await socket.emitWithAck('SUBSCRIBE', { address: 'conversations/case-1' });
say(`emit SUBSCRIBE {"address":"conversations/case-1"}\n=> ${JSON.stringify(subscribed)}`);
const heard = new Promise<object>((resolve) =>
  socket.on('NEW_MESSAGE', (frame) => frame.message.participant_id === 'grace' && resolve(frame)),
);

const link = await call('Create a client URL', {
  method: 'GET',
  path: '/conversations/case-1/participants/grace/client-url',
  as: 'TOKEN',
});
variables.set('CLIENT_KEY', decodeURIComponent(String(link.url).split('auth_key=')[1] ?? ''));

const exchanged = await call('Exchange the key of the URL for a client token', {
  method: 'POST',
  path: tokenPath,
  form: {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token_type: 'urn:tidings:token-type:client-auth-key',
    subject_token: variables.get('CLIENT_KEY'),
  },
});
variables.set('CLIENT_TOKEN', String(exchanged.access_token));

await call('Post a message as the client; the response means that it is durable', {
  method: 'POST',
  path: '/conversations/case-1/messages',
  as: 'CLIENT_TOKEN',
  body: { kind: 'TEXT', text: 'It hums all night.' },
});
say(`\n# Receive the frame on the socket of the owner\n=> ${answerText(JSON.stringify(await heard), variables)}`);

if (settings.secret === undefined) {
  say('\n# No webhook is sent: the service does not call private addresses, such as this machine.');
  say('# Start it with OUTBOUND_ALLOW=127.0.0.0/8 npm start to see one.');
} else {
  const body = await endpoint.verified(String(settings.secret));
  say(`\n# Receive the webhook and verify its signature\n=> ${answerText(body, variables)}`);
}
endpoint.close();

const unread = '/conversations/case-1?includes=CURRENT_USER_READ_STATUS,LIST_ITEM_TEMPLATE_DATA';
await call('Read the conversation with its unread messages', { method: 'GET', path: unread, as: 'TOKEN' });
await call('Post a message as the owner and wait for its sequence', {
  method: 'POST',
  path: '/conversations/case-1/messages',
  as: 'TOKEN',
  headers: { Prefer: 'wait' },
  body: { kind: 'TEXT', text: 'We come tomorrow at nine.' },
});
await call('Read the conversation: no unread messages', { method: 'GET', path: unread, as: 'TOKEN' });
await call('List the messages', { method: 'GET', path: '/conversations/case-1/messages?order=ASC', as: 'TOKEN' });
socket.disconnect();
say('\nThe conversation is complete. Open both sides of it in two windows.');
say(`The app of the owner:\n${signup.frontend_url}`);
say(`Sign in there as ${email} with the password ${password}.`);
say(`The page of the client, for 7 days:\n${link.url}`);
say(`The API reference is at ${base}/openapi/.\nThe documentation is at ${base}/docs.`);
