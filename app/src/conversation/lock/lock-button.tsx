import { Lock as LockIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Conversation } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { texts } from './texts.js';

const LockDialog = lazy(() => import('./lock-dialog.js'));

interface Props {
  readonly conversation: Conversation;
  /** Somebody holds the lock. A dialog that is open stays: the service says who was first. */
  readonly isHeld: boolean;
}

/** Takes the lock of a conversation that nobody holds. */
export function LockButton({ conversation, isHeld }: Props) {
  const text = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {isHeld ? null : (
        <button type="button" onClick={() => setOpen(true)}>
          <LockIcon size={18} aria-hidden /> <span>{text.lock}</span>
        </button>
      )}
      <Suspense>{isOpen ? <LockDialog conversation={conversation} onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}
