import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Frame } from '../../../sdk/src/socket.js';
import type { Feed, FeedSnapshot } from '../../../sdk/src/store.js';
import { useApp } from './context.js';

const BEFORE: FeedSnapshot = { ended: undefined, connection: 'connecting' };
const never = () => () => {};

function useFeed(): Feed | undefined {
  const { store } = useApp();
  const [feed, setFeed] = useState<Feed>();
  useEffect(() => {
    const held = store.feed();
    setFeed(held.store);
    return held.release;
  }, [store]);
  return feed;
}

/** The state of the connection that all lists share. */
export function useConnection(): FeedSnapshot {
  const feed = useFeed();
  return useSyncExternalStore(feed?.subscribe ?? never, () => feed?.snapshot ?? BEFORE);
}

/** Calls the newest function with each frame of the tenant. */
export function useFrames(take: (frame: Frame) => void): void {
  const feed = useFeed();
  const newest = useRef(take);
  newest.current = take;
  useEffect(() => feed?.watch((frame) => newest.current(frame)), [feed]);
}
