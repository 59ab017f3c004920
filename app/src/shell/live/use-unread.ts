import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { Debounced } from '../../../../sdk/src/store/debounced.js';
import { readAgain, useCall } from '../../calls/use-call.js';
import { useAddress } from '../../routing/address.js';
import { useFrames } from '../../session/feed.js';

const COUNT = 'GET /conversations/unread';
/** A burst of frames reads the number this often at most. */
const REREAD_MS = 1_000;
/** A person who takes no part reads without a frame. */
const SEEN_MS = 2_000;
const SIGNALS: readonly string[] = ['PARTICIPANT_WAS_TYPING', 'PARTICIPANT_HAD_CONVERSATION_OPEN'];

/** Number of open conversations with messages that the reader has not seen. */
export function useUnread(): number {
  const queries = useQueryClient();
  const { data } = useCall(COUNT, { query: { archived: false } });
  const reread = useMemo(() => new Debounced(REREAD_MS, () => readAgain(queries, [COUNT])), [queries]);
  useFrames(({ type }) => SIGNALS.includes(type) || reread.later());
  const { path } = useAddress();
  useEffect(() => {
    const timer = setTimeout(() => reread.later(), SEEN_MS);
    return () => clearTimeout(timer);
  }, [path, reread]);
  useEffect(() => () => reread.cancel(), [reread]);
  return data?.conversations ?? 0;
}
