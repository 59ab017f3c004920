import { memo } from 'react';
import type { Conversation, ParticipantForClient } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { Link } from '../../routing/link.js';
import { paths } from '../../routing/paths.js';
import { When } from '../../ui/when.js';
import { texts } from '../texts.js';
import { LastMessage } from './last-message.js';
import { listItem } from './list-item.js';
import { Marks } from './marks.js';
import { clientsOf, userOf } from './people.js';

interface Props {
  readonly conversation: Conversation;
  readonly index: number;
  readonly total: number;
  readonly top: number;
  readonly height: number;
  /** The list item template of its type. */
  readonly template: string;
  readonly typing: readonly ParticipantForClient[] | undefined;
  readonly me: string;
  readonly isTabStop: boolean;
  readonly onFocus: (id: string) => void;
}

/** One conversation of the list. */
export const Row = memo(function Row({ conversation, index, total, top, height, template, ...rest }: Props) {
  const { typing = [], me, isTabStop, onFocus } = rest;
  const text = useTexts(texts);
  const { id, description, updated_at, last_message, read_status, template_data } = conversation;
  const others = typing.filter((each) => userOf(each) !== me);
  const unread = read_status?.unread_message_count ?? 0;
  const item = listItem(template, template_data?.list_item_template ?? {});
  return (
    <li
      className="row"
      style={{ height, transform: `translateY(${top}px)` }}
      aria-setsize={total}
      aria-posinset={index + 1}
    >
      <Link
        to={paths.conversation(id)}
        search="keep"
        tabIndex={isTabStop ? 0 : -1}
        data-index={index}
        data-unread={unread > 0}
        onFocus={() => onFocus(id)}
      >
        <span className="line">
          <span className="title">{item ?? description ?? (clientsOf(conversation) || id)}</span>
          <When at={last_message?.created_at ?? updated_at} />
        </span>
        <span className="line">
          {others.length > 0 ? (
            <span className="last typing">
              {text.typing(others.map(({ display_name }) => display_name || text.someone))}
            </span>
          ) : (
            <span className="last">
              <LastMessage conversation={conversation} me={me} />
            </span>
          )}
          {unread > 0 ? (
            <span className="count">
              <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
              <span className="unseen">{text.unreadCount(unread)}</span>
            </span>
          ) : null}
        </span>
        <Marks conversation={conversation} me={me} />
      </Link>
    </li>
  );
});
