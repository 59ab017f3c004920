import type { Sequenced } from '../../sdk/src/store/message-window.js';

/** Messages of an author within this time are one group. */
const GROUP_MS = 300_000;

/** Whether a message is in the group of the one before it. */
export const isSoonAfter = (before: Sequenced, message: Sequenced): boolean =>
  before.participant_id === message.participant_id &&
  Date.parse(message.created_at) - Date.parse(before.created_at) < GROUP_MS;

/** The day of a moment in the reader's zone. */
export const dayOf = (at: string): string => new Date(at).toDateString();
