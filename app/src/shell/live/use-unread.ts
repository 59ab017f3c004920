import { useConversations } from '../../../../sdk/src/react.js';

/** The newest activity. The list reads it again after a frame, once a second at most. */
const NEWEST = {
  archived: false,
  order: 'DESC',
  order_by: 'updated_at',
  limit: 100,
  includes: ['CURRENT_USER_READ_STATUS'],
} as const;

/** Number of unread conversations among the hundred with the newest activity. */
export function useUnread(): number {
  const { conversations } = useConversations(NEWEST);
  return conversations.filter(({ read_status }) => (read_status?.unread_message_count ?? 0) > 0).length;
}
