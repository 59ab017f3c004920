import { type FormEvent, useState } from 'react';
import type { Language } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Dialog } from '../../ui/dialog.js';
import { Field, TextField } from '../../ui/field.js';
import { messageAt, Problem } from '../../ui/problem.js';
import { texts } from './texts.js';

/** The text of a template for a conversation. */
export function Preview({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const text = useTexts(texts);
  const [language, setLanguage] = useState<Language>('en');
  const { mutate, data, error } = useChange('POST /message_templates/{name}/render');
  function render(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const conversation_id = String(new FormData(event.currentTarget).get('conversation_id')).trim();
    mutate({ path: { name }, body: { conversation_id, language } });
  }
  return (
    <Dialog title={text.previewTitle(name)} onClose={onClose}>
      <p>{text.previewAbout}</p>
      <form onSubmit={render}>
        <TextField
          label={text.conversation}
          name="conversation_id"
          error={messageAt(error, 'conversation_id')}
          required
        />
        <Field label={text.language}>
          {(given) => (
            <select
              {...given}
              value={language}
              onChange={(event) => setLanguage(event.currentTarget.value as Language)}
            >
              <option value="en">English</option>
              <option value="de">Deutsch</option>
            </select>
          )}
        </Field>
        <button type="submit" className="main">
          {text.show}
        </button>
      </form>
      {error ? <Problem error={error} atFields={['conversation_id']} /> : null}
      <div role="status">
        {data ? (
          <>
            <pre lang={data.language}>{data.text}</pre>
            <p className="quiet">
              {text.segments(data.sms_segments)}
              {data.missing.length > 0 ? ` · ${text.missing} ${data.missing.join(', ')}` : ''}
            </p>
          </>
        ) : null}
      </div>
      <div className="actions end">
        <button type="button" onClick={onClose}>
          {text.close}
        </button>
      </div>
    </Dialog>
  );
}
