import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef } from 'react';
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
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    overscan: OVERSCAN,
    rangeExtractor: (range) => withIndex(defaultRangeExtractor(range), kept, range),
  });
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {};
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  useEffect(() => show(startIndex, endIndex), [show, startIndex, endIndex]);
  usePlace(scroller, list, rowHeight);
  const onMove = (index: number) => {
    virtual.scrollToIndex(index, { align: 'auto' });
    focusAt(index);
  };
  useListKeys({ list: scroller, total, rowHeight, placeNow, onMove });
  const stop = kept !== undefined && kept < total ? kept : startIndex;
  return (
    <div className="scroller" ref={scroller}>
      <ul aria-label={text.list} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start: top }) => {
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

/** The rows on screen, and the row with the focus. */
function withIndex(indexes: number[], kept: number | undefined, { count }: Range): number[] {
  if (kept === undefined || kept >= count || indexes.includes(kept)) return indexes;
  return [...indexes, kept].sort((a, b) => a - b);
}
