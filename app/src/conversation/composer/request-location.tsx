import { useEffect, useState } from 'react';
import type { ConversationSnapshot } from '../../../../sdk/src/store.js';
import { messageLimits } from '../../../../src/catalogue/limits/message.js';
import { useTexts } from '../../language.js';
import { useApp } from '../../session/context.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { Problem } from '../../ui/problem.js';
import { texts } from './texts.js';
import { useRendered } from './use-rendered.js';

interface Props {
  readonly view: ConversationSnapshot;
  readonly onSend: (text: string) => void;
  readonly onClose: () => void;
}

/** Requests the place of a client. The text comes from the template of the type; only owners can render templates. */
export default function RequestLocation({ view, onSend, onClose }: Props) {
  const text = useTexts(texts);
  const { me } = useApp();
  const { conversation, participants } = view;
  const client = [...participants.values()].find(({ kind }) => kind === 'CLIENT');
  const template = me.role === 'OWNER' ? conversation?.conversation_type?.templates?.REQUEST_LOCATION?.name : undefined;
  const rendered = useRendered(conversation?.id, template ?? '', client?.id ?? '');
  const [words, setWords] = useState(template === undefined ? text.requestDefault : '');
  const ready = rendered.data?.text;
  useEffect(() => {
    if (ready !== undefined) setWords(ready);
  }, [ready]);
  const missing = rendered.data?.missing ?? [];
  return (
    <Dialog title={text.requestLocation} onClose={onClose}>
      <p>{text.requestAbout}</p>
      {rendered.error ? <Problem error={rendered.error} /> : null}
      <Field label={text.requestText} hint={missing.length > 0 ? text.missing(missing) : undefined}>
        {(given) => (
          <textarea
            {...given}
            rows={3}
            dir="auto"
            maxLength={messageLimits.text}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        )}
      </Field>
      <div className="actions end">
        <button type="button" onClick={onClose}>
          {text.cancel}
        </button>
        <button
          type="button"
          className="main"
          aria-disabled={words.trim() === ''}
          onClick={() => words.trim() !== '' && onSend(words.trim())}
        >
          {text.request}
        </button>
      </div>
    </Dialog>
  );
}
