import fastify from 'fastify';
import { listen } from './listen.js';
import { askForTokens } from './token.js';

/** A request with everything a request has but storage: token, schema, answer. */
const [jwk = ''] = process.argv.slice(2);
const app = fastify();

const body = {
  type: 'object',
  required: ['ids'],
  additionalProperties: false,
  properties: {
    ids: {
      type: 'array',
      minItems: 1,
      maxItems: 1_000,
      items: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9_-]*$', maxLength: 50 },
    },
  },
};

app.get('/health/live', () => ({ status: 'ok' }));

await app.register(async (guarded) => {
  await askForTokens(guarded, jwk);
  guarded.post<{ Body: { ids: readonly string[] } }>(
    '/api/v1/conversations/by_ids',
    { schema: { body } },
    async (request) => ({
      conversations: [],
      has_more: false,
      total_elements: 0,
      limit: request.body.ids.length,
      offset: 0,
    }),
  );
});

await listen(app);
