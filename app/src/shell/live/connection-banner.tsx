import { WifiOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTexts } from '../../language.js';
import { useConnection } from '../../session/feed.js';
import { Problem } from '../../ui/problem.js';
import { texts } from '../texts.js';

/** A connection that is back at once, or that begins, shows nothing. */
const SHOWN_AFTER_MS = { stale: 400, connecting: 3_000 } as const;

function onNetwork(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Says that the connection is lost, or that it is refused. */
export function ConnectionBanner() {
  const text = useTexts(texts);
  const { connection, ended } = useConnection();
  const isOnline = useSyncExternalStore(onNetwork, () => navigator.onLine);
  const pause = ended ? undefined : SHOWN_AFTER_MS[connection as 'stale'];
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (pause === undefined) return undefined;
    const timer = setTimeout(setLong, pause, true);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [pause]);
  if (ended && ended.reason !== 'signed-out')
    return (
      <div className="connection ended">
        <p>{text.forbiddenNow}</p>
        <Problem error={ended.error} />
      </div>
    );
  const isLost = !isOnline || isLong;
  return (
    <div className="connection" role="status" data-lost={isLost}>
      {isLost ? (
        <p>
          <WifiOff size={16} aria-hidden /> {text.offline}
        </p>
      ) : null}
    </div>
  );
}
