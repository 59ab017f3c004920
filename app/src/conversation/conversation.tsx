import { useParams } from '@tanstack/react-router';
import { useConversation } from '../../../sdk/src/react.js';

export default function ConversationPage() {
  const { conversationId } = useParams({ from: '/inside/inbox/conversations/$conversationId' });
  const { conversation, messages } = useConversation(conversationId);
  return (
    <main id="main">
      <h1>{conversation?.description ?? conversationId}</h1>
      <ol>
        {messages.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ol>
    </main>
  );
}
