import { useState } from 'react';
import { useConversation } from '../../../sdk/src/react.js';
import { useTexts } from '../language.js';
import { Loading } from '../shell/loading.js';
import { Dialog } from '../ui/dialog.js';
import { Archived } from './composer/archived.js';
import { Composer } from './composer/composer.js';
import { Details } from './details/details.js';
import { EndedPage } from './ended.js';
import { ConversationHeader } from './header.js';
import { LockBar } from './lock/lock-bar.js';
import { useLock } from './lock/use-lock.js';
import { MessageList } from './messages/message-list.js';
import { SaidLine, SayContext, useSaid } from './say.js';
import { texts } from './texts.js';
import { useMedia } from './use-media.js';
import './conversation.css';

/** Header, lock, log and composer of one conversation. A wide window shows its details too. */
export default function ConversationPage({ conversationId: id }: { readonly conversationId: string }) {
  const text = useTexts(texts);
  const view = useConversation(id);
  const { conversation, status, ended } = view;
  const lock = useLock(conversation);
  const isWide = useMedia('(min-width: 1280px)');
  const [isOpen, setOpen] = useState(false);
  const [said, say] = useSaid();
  if (ended) return <EndedPage ended={ended} draft={view.draft} />;
  if (!conversation || status === 'loading')
    return (
      <main id="main" className="conversation" aria-busy="true">
        <Loading />
      </main>
    );
  return (
    <SayContext.Provider value={say}>
      <main id="main" className="conversation">
        <div className="talk">
          <ConversationHeader
            conversation={conversation}
            lock={lock}
            hasDetails={isWide}
            onDetails={() => setOpen(true)}
          />
          <LockBar conversation={conversation} lock={lock} />
          <MessageList {...view} />
          {conversation.archived ? (
            <Archived conversationId={id} onRestored={view.readAgain} />
          ) : (
            <Composer view={view} lockedBy={lock.isOther ? lock.holder : undefined} />
          )}
          <SaidLine said={said} />
        </div>
        {isWide ? (
          <aside className="details" aria-label={text.details}>
            <Details view={view} conversation={conversation} />
          </aside>
        ) : null}
        {isOpen && !isWide ? (
          <Dialog title={text.details} onClose={() => setOpen(false)}>
            <Details view={view} conversation={conversation} />
            <div className="actions end">
              <button type="button" onClick={() => setOpen(false)}>
                {text.hideDetails}
              </button>
            </div>
          </Dialog>
        ) : null}
      </main>
    </SayContext.Provider>
  );
}
