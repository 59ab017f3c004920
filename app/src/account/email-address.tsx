import { type SubmitEvent, useState } from 'react';
import { useCall, useChange } from '../calls/use-call.js';
import { useTexts } from '../language.js';
import { useApp } from '../session/context.js';
import { TextField } from '../ui/field.js';
import { messageAt, Problem } from '../ui/problem.js';
import { useAttempt } from '../ui/use-attempt.js';
import { Section } from './section.js';
import { texts } from './texts.js';

/** A new address holds once its link is followed. */
export function EmailAddress() {
  const text = useTexts(texts);
  const { me } = useApp();
  const { data: user = me } = useCall('GET /users/me');
  const change = useChange('PATCH /users/{user_id}', 'GET /users/me');
  const { error, isBusy, run } = useAttempt();
  const [isSame, setSame] = useState(false);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email')).trim();
    const isPresent = email === user.email && user.pending_email === undefined;
    setSame(isPresent);
    if (!isPresent) void run(() => change.mutateAsync({ path: { user_id: me.id }, body: { email } }));
  }
  const { pending_email: pending } = user;
  // Contract 2: a person without the role changes the name alone.
  if (me.role !== 'OWNER')
    return (
      <Section title={text.email} about={text.emailByOwner}>
        <p>{user.email}</p>
        <p role="status">{pending === undefined ? '' : text.pending(pending)}</p>
      </Section>
    );
  return (
    <Section title={text.email} about={text.emailHint}>
      <form key={user.email} onSubmit={submit}>
        <TextField
          label={text.email}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={user.email}
          error={isSame ? text.emailSame : messageAt(error, 'email')}
          required
        />
        {error === undefined ? null : <Problem error={error} atFields={['email']} />}
        <div className="actions">
          <button type="submit" aria-disabled={isBusy}>
            {isBusy ? text.saving : text.emailChange}
          </button>
        </div>
        <p role="status">{pending === undefined ? '' : text.pending(pending)}</p>
      </form>
    </Section>
  );
}
