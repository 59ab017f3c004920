import { useEffect, useRef } from 'react';
import type { ConversationListActions } from '../../../../sdk/src/react.js';
import type { ConversationListSnapshot } from '../../../../sdk/src/store.js';
import { useTexts } from '../../language.js';
import { useApp } from '../../session/context.js';
import { texts } from '../texts.js';
import { Row } from './row.js';
import { useListKeys } from './use-list-keys.js';
import { usePlace } from './use-place.js';
import { useRowFocus } from './use-row-focus.js';
import { useRowHeight } from './use-row-height.js';
import { useVisible } from './use-visible.js';

interface Props {
  readonly list: ConversationListSnapshot & ConversationListActions;
  readonly openId: string | undefined;
  /** List item templates by the id of their type. */
  readonly templates: ReadonlyMap<string, string>;
}

/** Rows beyond the edges of the screen. */
const OVERSCAN = 6;

/** The rows on screen, of a list of any length. */
export function Rows({ list, openId, templates }: Props) {
  const { me } = useApp();
  const text = useTexts(texts);
  const { start, total, conversations, typing, show } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight();
  const { current, onFocus, focusAt, placeNow } = useRowFocus(scroller, list, openId);
  const kept = current?.index;
  const { first, last, scrollTo } = useVisible(scroller, rowHeight, total);
  useEffect(() => show(first, last), [show, first, last]);
  usePlace(scroller, list, rowHeight);
  const onMove = (index: number) => {
    scrollTo(index);
    focusAt(index);
  };
  useListKeys({ list: scroller, total, rowHeight, placeNow, onMove });
  const stop = kept !== undefined && kept < total ? kept : first;
  return (
    <div className="scroller" ref={scroller}>
      <ul aria-label={text.list} style={{ height: total * rowHeight }}>
        {indexesOf(first, last, total, kept).map((index) => {
          const top = index * rowHeight;
          const conversation = conversations[index - start] ?? (index === kept ? current?.conversation : undefined);
          const style = { height: rowHeight, transform: `translateY(${top}px)` };
          if (!conversation) return <li key={index} className="row waiting" style={style} aria-hidden="true" />;
          return (
            <Row
              key={conversation.id}
              conversation={conversation}
              index={index}
              total={total}
              top={top}
              height={rowHeight}
              template={templates.get(conversation.conversation_type_id) ?? ''}
              typing={typing.get(conversation.id)}
              me={me.id}
              isTabStop={index === stop}
              onFocus={onFocus}
            />
          );
        })}
      </ul>
    </div>
  );
}

/** The rows on screen, some around them, and the row with the focus. */
function indexesOf(first: number, last: number, total: number, kept: number | undefined): readonly number[] {
  const from = Math.max(0, first - OVERSCAN);
  const until = Math.min(total, last + 1 + OVERSCAN);
  const indexes = Array.from({ length: until - from }, (_, n) => from + n);
  if (kept === undefined || kept >= total || (kept >= from && kept < until)) return indexes;
  return kept < from ? [kept, ...indexes] : [...indexes, kept];
}
