import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { address, go, hrefOf } from '../routing/address.js';
import { paths } from '../routing/paths.js';
import { isTyping } from './keys.js';
import { ConversationList } from './list/conversation-list.js';
import './inbox.css';
import './list/rows.css';

const NewConversation = lazy(() => import('../conversation/new-conversation.js'));
const Shortcuts = lazy(() => import('./shortcuts.js'));

type Shown = 'new' | 'help';

interface Props {
  readonly openId: string | undefined;
  /** The page of the conversation that is open, or of none. */
  readonly open: ReactNode;
}

/** The list of conversations, and the one that is open. On a narrow screen one of the two. */
export default function Inbox({ openId, open }: Props) {
  const [shown, setShown] = useState<Shown>();
  const close = () => setShown(undefined);
  const isOpen = openId !== undefined;
  useEffect(() => {
    const help = (event: KeyboardEvent) => {
      if (event.key === '?' && !isTyping(event)) setShown('help');
    };
    document.addEventListener('keydown', help);
    return () => document.removeEventListener('keydown', help);
  }, []);
  function created(id: string) {
    close();
    go(hrefOf({ path: paths.conversation(id), search: address().search }));
  }
  return (
    <div className="inbox" data-open={isOpen}>
      <div className="list" role={isOpen ? 'complementary' : 'main'} id={isOpen ? undefined : 'main'} tabIndex={-1}>
        <ConversationList openId={openId} onNew={() => setShown('new')} onHelp={() => setShown('help')} />
      </div>
      <Suspense>{open}</Suspense>
      <Suspense>
        {shown === 'new' ? <NewConversation onClose={close} onCreated={created} /> : null}
        {shown === 'help' ? <Shortcuts onClose={close} /> : null}
      </Suspense>
    </div>
  );
}
