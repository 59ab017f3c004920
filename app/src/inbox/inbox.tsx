import { Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { isTyping } from './keys.js';
import { ConversationList } from './list/conversation-list.js';
import './inbox.css';
import './list/rows.css';

const NewConversation = lazy(() => import('../conversation/new-conversation.js'));
const Shortcuts = lazy(() => import('./shortcuts.js'));

type Shown = 'new' | 'help';

/** The list of conversations, and the one that is open. On a narrow screen one of the two. */
export default function Inbox() {
  const { conversationId } = useParams({ strict: false });
  const navigate = useNavigate();
  const [shown, setShown] = useState<Shown>();
  const close = () => setShown(undefined);
  const isOpen = conversationId !== undefined;
  useEffect(() => {
    const help = (event: KeyboardEvent) => {
      if (event.key === '?' && !isTyping(event)) setShown('help');
    };
    document.addEventListener('keydown', help);
    return () => document.removeEventListener('keydown', help);
  }, []);
  function created(id: string) {
    close();
    void navigate({ to: '/conversations/$conversationId', params: { conversationId: id }, search: true });
  }
  return (
    <div className="inbox" data-open={isOpen}>
      <div className="list" role={isOpen ? 'complementary' : 'main'} id={isOpen ? undefined : 'main'} tabIndex={-1}>
        <ConversationList onNew={() => setShown('new')} onHelp={() => setShown('help')} />
      </div>
      <Outlet />
      <Suspense>
        {shown === 'new' ? <NewConversation onClose={close} onCreated={created} /> : null}
        {shown === 'help' ? <Shortcuts onClose={close} /> : null}
      </Suspense>
    </div>
  );
}
