import type { KeyboardEvent } from 'react';
import type { Message } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Confirm } from '../../ui/confirm.js';
import { useSay } from '../say.js';
import { texts } from './texts.js';

interface Props {
  readonly message: Message;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

/** A question, after which the message is deleted. */
export function RemoveMessage({ message: { conversation_id, id }, onRemoved, onClose }: Props) {
  const text = useTexts(texts);
  const say = useSay();
  const { mutateAsync } = useChange('DELETE /conversations/{conversation_id}/messages/{message_id}');
  return (
    <Confirm
      title={text.removeTitle}
      action={text.remove}
      onClose={onClose}
      onConfirm={async () => {
        await mutateAsync({ path: { conversation_id, message_id: id } });
        onRemoved();
        say(text.removed);
      }}
    >
      <p>{text.removeAbout}</p>
    </Confirm>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** The buttons of all messages are one stop of the Tab key. The arrow keys lead from one to the next. */
export function moveInButtons(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement) || !event.target.matches('.remove')) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('.remove')];
  event.preventDefault();
  all[all.indexOf(event.target) + step]?.focus();
}
