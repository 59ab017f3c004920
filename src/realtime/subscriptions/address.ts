import { limits } from '../../catalogue/limits/limits.js';
import { CHOSEN_ID } from '../../kernel/ids.js';
import { rejectAt } from '../../kernel/rejection.js';

/** Address of a subscription: all conversations of the tenant, or one. */
export type Address = 'conversations' | `conversations/${string}`;

export const EVERY: Address = 'conversations';
const ONE = 'conversations/';

export const addressOf = (conversationId: string): Address => `${ONE}${conversationId}`;

/** The conversation an address names; undefined when it names them all. */
export const conversationAt = (address: Address): string | undefined =>
  address === EVERY ? undefined : address.slice(ONE.length);

/** @throws Rejection 400 at `address` */
export function readAddress(text: string): Address {
  if (text === EVERY) return EVERY;
  const id = text.startsWith(ONE) ? text.slice(ONE.length) : '';
  if (CHOSEN_ID.test(id) && id.length <= limits.id) return addressOf(id);
  return rejectAt('address', 'errors.field.format', { format: '"conversations" or "conversations/{id}"' });
}

/** Tenant first, so that no address reaches across tenants. */
export const roomOf = (tenantId: string, address: Address): string => `t/${tenantId}/${address}`;

/** The clients of a conversation, or one of them. They have rooms of their own, since their frames show less. */
export const clientRoomOf = (tenantId: string, conversationId: string, participantId?: string): string =>
  `t/${tenantId}/clients/${conversationId}${participantId === undefined ? '' : `/${participantId}`}`;

/** All connections of a participant, with any subscription. */
export const holderRoomOf = (tenantId: string, participantId: string): string => `t/${tenantId}/of/${participantId}`;
