import { AT_ONCE, type Attack, flood, fromAnywhere, together } from '../attack.js';

const json = { 'content-type': 'application/json' };

/** Bodies of 4 MB without a credential, for a call that takes them. */
export const anonymousBodies: Attack = async ({ service }) => {
  const raw = JSON.stringify({ id: 'c1', conversation_data: { text: 'x'.repeat(4_000_000) } });
  const garbage = `[${'[],'.repeat(300_000)}[]]`;
  return together(
    flood(AT_ONCE, (n) => service.call('POST', '/conversations', { raw, headers: { ...json, ...fromAnywhere(n) } })),
    flood(AT_ONCE, (n) => service.call('POST', '/signup', { raw: garbage, headers: { ...json, ...fromAnywhere(n) } })),
  );
};

/** Bodies of which every member is a fault. */
export const anonymousFaults: Attack = async ({ service }) => {
  const members = Object.fromEntries(Array.from({ length: 19_000 }, (_, n) => [n, '\u0000']));
  const raw = JSON.stringify({ ['k'.repeat(260_000)]: members });
  return flood(AT_ONCE, (n) => service.call('POST', '/signup', { raw, headers: { ...json, ...fromAnywhere(n) } }));
};
