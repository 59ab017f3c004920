import type { Pending } from '../../../../sdk/src/store.js';
import { useTexts } from '../../language.js';
import { type MessageTexts, texts } from './texts.js';

interface Props {
  readonly pending: Pending;
  readonly onRetry: (key: string) => void;
  readonly onDiscard: (key: string) => void;
}

function wordsOf({ draft }: Pending, text: MessageTexts): string {
  if ('file' in draft) return `${text.media[draft.kind]}: ${draft.file.name}`;
  return 'text' in draft ? draft.text : text.location;
}

/** An own message that is not in the log yet, with what becomes of it. */
export function PendingItem({ pending, onRetry, onDiscard }: Props) {
  const text = useTexts(texts);
  const { key, status, reason } = pending;
  return (
    <li className="message own pending" data-last="true">
      <span className="unseen">{text.you}</span>
      <div className="line">
        <div className="bubble">
          <p className="text" dir="auto">
            {wordsOf(pending, text)}
          </p>
        </div>
      </div>
      {status === 'failed' ? (
        <div className="refused" role="alert">
          <p>
            {text.notSent} {reason}
          </p>
          <button type="button" className="small" onClick={() => onRetry(key)}>
            {text.retry}
          </button>
          <button type="button" className="small" onClick={() => onDiscard(key)}>
            {text.discard}
          </button>
        </div>
      ) : (
        <span className="seen">{status === 'waiting' ? text.waiting : text.sending}</span>
      )}
    </li>
  );
}
