import { useState } from 'react';
import type { ApiKeyScope, NewApiKey } from '../../../../sdk/src/api.js';
import { apiKeyScopes } from '../../../../src/catalogue/permissions/permissions.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { TextField } from '../../ui/field.js';
import { FormDialog, textIn } from '../../ui/form-dialog.js';
import { messageAt } from '../../ui/problem.js';
import { texts } from './texts.js';

interface Props {
  readonly onCreated: (key: NewApiKey) => void;
  readonly onClose: () => void;
}

const subjects = Map.groupBy(apiKeyScopes, (scope) => scope.split('.', 1)[0] ?? scope);

/** Creates an API key. Its value is in the answer of this call alone. */
export function CreateKey({ onCreated, onClose }: Props) {
  const text = useTexts(texts);
  const { mutateAsync } = useChange('POST /api-keys', 'GET /api-keys');
  const [isLimited, setLimited] = useState(false);
  async function submit(form: FormData) {
    const expires = textIn(form, 'expires_at');
    const key = await mutateAsync({
      body: {
        name: textIn(form, 'name'),
        expires_at: expires === undefined ? undefined : new Date(expires).toISOString(),
        scopes: isLimited ? (form.getAll('scopes') as ApiKeyScope[]) : undefined,
      },
    });
    // The dialog closes first.
    setTimeout(() => onCreated(key));
  }
  return (
    <FormDialog
      title={text.create}
      action={text.create}
      isWide={isLimited}
      fields={['name', 'expires_at', 'scopes']}
      onSubmit={submit}
      onClose={onClose}
    >
      {(error) => (
        <>
          <TextField label={text.name} hint={text.nameHint} name="name" error={messageAt(error, 'name')} />
          <TextField
            label={text.expires}
            hint={text.expiresHint}
            name="expires_at"
            type="datetime-local"
            error={messageAt(error, 'expires_at')}
          />
          <fieldset className="field">
            <legend>{text.scopes}</legend>
            {[false, true].map((limited) => (
              <label key={String(limited)} className="check">
                <input
                  type="radio"
                  name="limited"
                  checked={isLimited === limited}
                  onChange={() => setLimited(limited)}
                />
                {limited ? text.some : text.all}
              </label>
            ))}
            {messageAt(error, 'scopes') === undefined ? null : <p className="error">{text.noScope}</p>}
          </fieldset>
          {isLimited ? <Scopes /> : null}
        </>
      )}
    </FormDialog>
  );
}

const Scopes = () => (
  <div className="scopes">
    {[...subjects].map(([subject, scopes]) => (
      <fieldset key={subject}>
        <legend>
          <code>{subject}</code>
        </legend>
        {scopes.map((scope) => (
          <label key={scope} className="check">
            <input type="checkbox" name="scopes" value={scope} /> {scope.slice(subject.length + 1)}
          </label>
        ))}
      </fieldset>
    ))}
  </div>
);
