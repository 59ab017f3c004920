import { useEffect, useRef, useState } from 'react';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Problem } from '../../ui/problem.js';
import { texts } from './texts.js';

interface Props {
  readonly conversationId: string;
  /** A draft stays in the browser until the conversation is restored. */
  readonly onRestored: () => Promise<void>;
}

/** Takes the place of the composer in an archived conversation. */
export function Archived({ conversationId, onRestored }: Props) {
  const text = useTexts(texts);
  const [error, setError] = useState<unknown>();
  const button = useRef<HTMLButtonElement>(null);
  // A writer whose field is gone goes on here.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, []);
  const { mutateAsync, isPending } = useChange('PATCH /conversations/{conversation_id}', 'GET /conversations');
  async function restore() {
    if (isPending) return;
    setError(undefined);
    try {
      await mutateAsync({ path: { conversation_id: conversationId }, body: { archived: false } });
      await onRestored();
    } catch (refused) {
      setError(refused);
    }
  }
  return (
    <div className="composer archived">
      <p role="status">{text.archived}</p>
      {error === undefined ? null : <Problem error={error} />}
      <button ref={button} type="button" className="main" aria-disabled={isPending} onClick={() => void restore()}>
        {text.restore}
      </button>
    </div>
  );
}
