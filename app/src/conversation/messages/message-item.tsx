import { Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { Message } from '../../../../sdk/src/api.js';
import type { Upload } from '../../../../sdk/src/store.js';
import { useTexts } from '../../language.js';
import { Content } from './content.js';
import type { FileActions } from './file-actions.js';
import type { Row } from './rows.js';
import { texts } from './texts.js';
import { useMoments } from './use-moments.js';

interface Props extends FileActions, Omit<Row, 'author' | 'seenBy'> {
  readonly name: string;
  readonly isSystem: boolean;
  /** Names of the readers, as a text: an equal one draws nothing again. */
  readonly seenBy: string;
  readonly upload: Upload | undefined;
  readonly mayRemove: boolean;
  /** The Tab key reaches its button. */
  readonly isTabStop: boolean;
  readonly onRemove: (message: Message) => void;
}

/** A message in the log. */
export const MessageItem = memo(function MessageItem(props: Props) {
  const { message, name, isOwn, isSystem, isFirstOfDay, follows, isLast, seenBy, upload, ...rest } = props;
  const { mayRemove, isTabStop, onRemove, ...actions } = rest;
  const text = useTexts(texts);
  const { day, time, whole } = useMoments();
  const look = isSystem ? 'system' : isOwn ? 'own' : 'other';
  const title = `${text.message(message.sequence)} · ${whole(message.created_at)}`;
  return (
    <li className={`message ${look}`} data-follows={follows} data-last={isLast} data-id={message.id}>
      {isFirstOfDay ? <span className="day">{day(message.created_at)}</span> : null}
      {follows ? null : <Author name={isOwn ? text.you : name} isOwn={isOwn} />}
      <div className="line">
        <div className="bubble">
          <Content message={message} author={name} upload={upload} {...actions} />
        </div>
        <time className="at" dateTime={message.created_at} title={title}>
          {time(message.created_at)}
        </time>
        {mayRemove ? (
          <button
            type="button"
            className="icon remove"
            title={text.remove}
            aria-label={text.removeMessage(message.sequence)}
            tabIndex={isTabStop ? 0 : -1}
            onClick={() => onRemove(message)}
          >
            <Trash2 size={16} aria-hidden />
          </button>
        ) : null}
      </div>
      {seenBy === '' ? null : <span className="seen">{seenBy}</span>}
    </li>
  );
}, isSame);

const Author = ({ name, isOwn }: { readonly name: string; readonly isOwn: boolean }) => (
  <span className={isOwn ? 'unseen' : 'author'}>
    <bdi>{name}</bdi>
  </span>
);

/** A message whose state is not newer looks the same. */
function isSame(before: Props, after: Props): boolean {
  const names = Object.keys(after) as (keyof Props)[];
  return names.every((each) => before[each] === after[each]);
}
