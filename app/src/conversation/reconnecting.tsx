import { useEffect, useState } from 'react';
import type { ConversationSnapshot } from '../../../sdk/src/store.js';
import { useTexts } from '../language.js';
import { texts } from './texts.js';

/** A cut of less than a second is not worth a word. */
const SHOWN_AFTER_MS = 1_000;

/** Says that frames may be missing. */
export function Reconnecting({ connection }: Pick<ConversationSnapshot, 'connection'>) {
  const text = useTexts(texts);
  const [isShown, setShown] = useState(false);
  const isCut = connection === 'connecting' || connection === 'stale';
  useEffect(() => {
    if (!isCut) return undefined;
    const timer = setTimeout(setShown, SHOWN_AFTER_MS, true);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [isCut]);
  return (
    <p className="notice" role="status">
      {isShown ? text.reconnecting : ''}
    </p>
  );
}
