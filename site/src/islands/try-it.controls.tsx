import { useEffect, useRef } from 'react';
import type { Operation } from '../reference/request.ts';
import { WithCode } from './try-it.fields.tsx';
import type { Answer } from './try-it.send.ts';

export type Phase =
  | { readonly is: 'idle' }
  | { readonly is: 'asking'; readonly request: string }
  | { readonly is: 'sending'; readonly bytes: number }
  | { readonly is: 'answered'; readonly answer: Answer }
  | { readonly is: 'failed'; readonly message: string };

interface ControlsProps {
  readonly operation: Operation;
  readonly phase: Phase;
  readonly onCancel: () => void;
  readonly onKeep: () => void;
}

/** The button that sends, the question before a DELETE, and the button that cancels. The focus stays among them. */
export function Controls({ operation: { method, confirms }, phase, onCancel, onKeep }: ControlsProps) {
  const main = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  const isAsking = phase.is === 'asking';
  useEffect(() => {
    if (isAsking || wasAsking.current) main.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);

  function cancel() {
    main.current?.focus();
    onCancel();
  }

  if (isAsking)
    return (
      <fieldset aria-label="Confirm the DELETE" className="controls">
        <p>{confirms && <WithCode text={confirms.effect} />}</p>
        <button type="button" className="button quiet" ref={main} onClick={onKeep}>
          Do not send
        </button>
        <button type="submit" className="button danger">
          {confirms?.action}
        </button>
      </fieldset>
    );
  return (
    <div className="controls">
      <button type="submit" className="button" ref={main} aria-disabled={phase.is === 'sending'}>
        {`Send ${method}`}
      </button>
      {phase.is === 'sending' ? (
        <button type="button" className="button quiet" onClick={cancel}>
          Cancel
        </button>
      ) : null}
    </div>
  );
}
