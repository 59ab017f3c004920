import { useEffect, useMemo, useRef, useState } from 'react';
import type { Message } from '../../../../sdk/src/api.js';
import type { ConversationActions } from '../../../../sdk/src/react.js';
import type { ConversationSnapshot } from '../../../../sdk/src/store.js';
import { useTexts } from '../../language.js';
import { useApp } from '../../session/context.js';
import { Announcer } from './announcer.js';
import { MessageItem } from './message-item.js';
import { PendingItem } from './pending-item.js';
import { moveInButtons, RemoveMessage } from './remove-message.js';
import { type Row, rowsOf } from './rows.js';
import { texts } from './texts.js';
import { usePlace } from './use-place.js';
import { useSeen } from './use-seen.js';
import './messages.css';

type Props = ConversationSnapshot & ConversationActions;

/** The log of a conversation: a run of some hundred messages at most, for a history of any length. */
export function MessageList(props: Props) {
  const { messages, participants, self, pending, uploads, hasOlder, hasNewer, newest, typing } = props;
  const { more, atEnd, toNewest, refresh, retryUpload, cancelUpload, retry, discard } = props;
  const text = useTexts(texts);
  const { me } = useApp();
  const [removed, remove] = useState<Message>();
  const log = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf(messages, participants, self), [messages, participants, self]);
  const { isAtEnd, scrolled, toEnd } = usePlace(log, { hasOlder, hasNewer, onMore: more, onAtEnd: atEnd });
  useSeen(log, isAtEnd && !hasNewer, props);
  const known = useRef(newest);
  if (isAtEnd) known.current = newest;
  const count = newest - known.current;

  function jump() {
    toEnd();
    if (hasNewer) toNewest();
    log.current?.focus({ preventScroll: true });
  }
  const mayRemove = ({ message, isOwn }: Pick<Row, 'message' | 'isOwn'>) =>
    (isOwn || me.role === 'OWNER') && message.deleted_at === undefined && !message.erased;
  const tabStop = rows.findLast(mayRemove)?.message.id;
  // The button of a message that is gone has no focus to give back.
  const isGone = useRef(false);
  useEffect(() => {
    if (removed || !isGone.current) return;
    isGone.current = false;
    log.current?.focus({ preventScroll: true });
  }, [removed]);
  const names = typing.map((id) => participants.get(id)?.display_name ?? text.someone);

  return (
    <div className="messages">
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard. */}
      <div
        ref={log}
        className="log"
        role="log"
        aria-live="off"
        aria-label={text.messages}
        tabIndex={0}
        onScroll={scrolled}
      >
        <div className="run">
          {hasOlder ? (
            <button type="button" className="small older" onClick={() => more('older')}>
              {text.earlier}
            </button>
          ) : null}
          {rows.length + pending.length === 0 ? <p className="quiet">{text.empty}</p> : null}
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of lists without markers. */}
          <ol role="list" onKeyDown={moveInButtons}>
            {rows.map(({ author, seenBy, ...row }) => (
              <MessageItem
                key={row.message.id}
                {...row}
                name={author?.display_name || text.someone}
                isSystem={author?.kind === 'WORKFLOW'}
                seenBy={seenBy.length === 0 ? '' : text.seenBy(seenBy)}
                upload={uploads.get(row.message.id)}
                mayRemove={mayRemove(row)}
                isTabStop={row.message.id === tabStop}
                onRemove={remove}
                onRefresh={refresh}
                onRetry={retryUpload}
                onCancel={cancelUpload}
              />
            ))}
            {hasNewer
              ? null
              : pending.map((each) => (
                  <PendingItem key={each.key} pending={each} onRetry={retry} onDiscard={discard} />
                ))}
          </ol>
        </div>
      </div>
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: as above. */}
      {isAtEnd && !hasNewer ? null : (
        <button type="button" className="main newest" onClick={jump}>
          {count > 0 ? text.newMessages(count) : text.newest}
        </button>
      )}
      <p className="typing" aria-live="polite">
        {names.length > 1 ? text.typingMany : names[0] === undefined ? '' : text.typing(names[0])}
      </p>
      <Announcer rows={rows} newest={newest} />
      {removed ? (
        <RemoveMessage
          message={removed}
          onRemoved={() => {
            isGone.current = true;
            refresh(removed);
          }}
          onClose={() => remove(undefined)}
        />
      ) : null}
    </div>
  );
}
