import { Link } from '@tanstack/react-router';
import { useConversations } from '../../../sdk/src/react.js';

export function ConversationList() {
  const { conversations } = useConversations({ order: 'DESC', order_by: 'updated_at' });
  return (
    <aside aria-label="Conversations">
      <ul>
        {conversations.map(({ id, description }) => (
          <li key={id}>
            <Link to="/conversations/$conversationId" params={{ conversationId: id }}>
              {description ?? id}
            </Link>
          </li>
        ))}
      </ul>
    </aside>
  );
}
