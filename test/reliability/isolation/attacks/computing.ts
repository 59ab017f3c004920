import { randomUUID } from 'node:crypto';
import { bomb } from '../../../fixtures/schema-bomb.js';
import { form } from '../../../fixtures/tokens.js';
import { AT_ONCE, type Attack, flood, fromAnywhere, together } from '../attack.js';

const LEVELS = 22;

/** Schemas that take as long as they are let, and values that they are held against. */
export const slowSchemas: Attack = async ({ hostile: { owner } }) => {
  const typeOf = (n: number) => ({
    id: `slow-${n}`,
    conversation_data_list_item_template: '',
    conversation_data_schema: { type: 'object', ...bomb(LEVELS, n) },
  });
  for (let n = 0; n < 4; n++) await owner.mustCall('POST', '/conversation-types', typeOf(n));
  let next = 4;
  return together(
    flood(AT_ONCE, (n) =>
      owner.call('POST', '/conversations', {
        id: randomUUID(),
        conversation_type_id: `slow-${n % 4}`,
        conversation_data: { a: 5 },
      }),
    ),
    flood(2, () => owner.call('POST', '/conversation-types', typeOf(next++))),
  );
};

const MEMBERS = 300_000;

/** Legal conversation writes of 0.9 MB with as many members as fit. */
export const manyMembers: Attack = async ({ hostile: { owner } }) => {
  const list = Array.from({ length: MEMBERS }, () => []);
  return flood(AT_ONCE, (n) =>
    owner.call('POST', '/conversations', {
      id: randomUUID(),
      conversation_type_id: 'support',
      conversation_data: { n, list },
    }),
  );
};

/** Sign-ins with wrong passwords, each from another address and for another e-mail. */
export const passwordHashing: Attack = async ({ service, hostile: { tenantId } }) =>
  flood(90, (n) => {
    const fields = { grant_type: 'password', username: `u${n}@hostile.example`, password: 'wrong but long enough' };
    const { raw, headers } = form(fields);
    return service.call('POST', `/auth/${tenantId}/oauth2/token`, {
      raw,
      headers: { ...headers, ...fromAnywhere(n) },
    });
  });
