import { type SubmitEvent, useState } from 'react';
import { useCall, useChange } from '../calls/use-call.js';
import { useTexts } from '../language.js';
import { useApp } from '../session/context.js';
import { TextField } from '../ui/field.js';
import { messageAt, Problem } from '../ui/problem.js';
import { useAttempt } from '../ui/use-attempt.js';
import { Section } from './section.js';
import { texts } from './texts.js';

const FIELDS = ['firstname', 'lastname'] as const;

/** The name that colleagues and clients see. */
export function Profile() {
  const text = useTexts(texts);
  const { me } = useApp();
  const { data: user = me } = useCall('GET /users/me');
  const change = useChange('PATCH /users/{user_id}', 'GET /users/me');
  const { error, isBusy, run } = useAttempt();
  const [isSaved, setSaved] = useState(false);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = Object.fromEntries(FIELDS.map((name) => [name, String(form.get(name)).trim() || null]));
    setSaved(false);
    void run(async () => {
      await change.mutateAsync({ path: { user_id: me.id }, body });
      setSaved(true);
    });
  }
  return (
    <Section title={text.profile}>
      <form key={user.updated_at} onSubmit={submit}>
        <div className="pair">
          {FIELDS.map((name) => (
            <TextField
              key={name}
              label={text[name]}
              name={name}
              autoComplete={name === 'firstname' ? 'given-name' : 'family-name'}
              defaultValue={user[name] ?? ''}
              error={messageAt(error, name)}
            />
          ))}
        </div>
        {error === undefined ? null : <Problem error={error} atFields={FIELDS} />}
        <div className="actions">
          <button type="submit" aria-disabled={isBusy}>
            {isBusy ? text.saving : text.save}
          </button>
          <span role="status">{isSaved ? text.saved : ''}</span>
        </div>
      </form>
    </Section>
  );
}
