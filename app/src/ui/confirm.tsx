import { type ReactNode, useState } from 'react';
import { useTexts } from '../language.js';
import { Cancelled } from '../session/context.js';
import { Dialog } from './dialog.js';
import { Problem } from './problem.js';

const texts = { en: { cancel: 'Cancel' }, de: { cancel: 'Abbrechen' } };

interface Props {
  readonly title: string;
  /** The effect of the action. */
  readonly children: ReactNode;
  /** A verb: the label of the button. */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** A question before a change that cannot be taken back. It shows why the change was refused. */
export function Confirm({ title, children, action, isDangerous = true, onConfirm, onClose }: Props) {
  const text = useTexts(texts);
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  async function confirm() {
    if (isSending) return;
    setSending(true);
    setError(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (refused) {
      setSending(false);
      if (!(refused instanceof Cancelled)) setError(refused);
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="about">{children}</div>
      {error === undefined ? null : <Problem error={error} />}
      <div className="actions end">
        <button type="button" onClick={onClose}>
          {text.cancel}
        </button>
        <button
          type="button"
          className={isDangerous ? 'main danger' : 'main'}
          aria-disabled={isSending}
          onClick={() => void confirm()}
        >
          {action}
        </button>
      </div>
    </Dialog>
  );
}
