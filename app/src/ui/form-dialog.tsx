import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../language.js';
import { Cancelled } from '../session/context.js';
import { Dialog } from './dialog.js';
import { Problem } from './problem.js';

const texts = { en: { cancel: 'Cancel' }, de: { cancel: 'Abbrechen' } };

interface Props {
  readonly title: string;
  /** A verb: the label of the button. */
  readonly action: string;
  readonly isWide?: boolean;
  /** Names of fields that show their own errors. */
  readonly fields: readonly string[];
  readonly onSubmit: (form: FormData) => Promise<unknown>;
  readonly onClose: () => void;
  /** The fields. They get the error of the last attempt. */
  readonly children: (error: unknown) => ReactNode;
}

/** A form in a dialog. It stays open, with everything that was typed, until the service has accepted it. */
export function FormDialog({ title, action, isWide = false, fields, onSubmit, onClose, children }: Props) {
  const text = useTexts(texts);
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const formElement = useRef<HTMLFormElement>(null);
  // A long form shows the first field that was refused.
  useEffect(() => {
    if (error !== undefined) formElement.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    setError(undefined);
    try {
      await onSubmit(new FormData(event.currentTarget));
      onClose();
    } catch (refused) {
      setSending(false);
      if (!(refused instanceof Cancelled)) setError(refused);
    }
  }
  return (
    <Dialog title={title} onClose={onClose} isWide={isWide}>
      <form ref={formElement} onSubmit={(event) => void submit(event)}>
        {children(error)}
        {error === undefined ? null : <Problem error={error} atFields={fields} />}
        <div className="actions end">
          <button type="button" onClick={onClose}>
            {text.cancel}
          </button>
          <button type="submit" className="main" aria-disabled={isSending}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** A text of a form without the blanks around it; undefined where it is empty. */
export function textIn(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}
