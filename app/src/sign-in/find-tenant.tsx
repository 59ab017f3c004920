import { type SubmitEvent, useEffect, useState } from 'react';
import { useTexts } from '../language.js';
import { readTenantOf } from '../place/tenant.js';
import { TextField } from '../ui/field.js';
import { Outside } from '../ui/outside.js';
import { Problem } from '../ui/problem.js';
import { useAttempt } from '../ui/use-attempt.js';
import { texts } from './texts.js';
import './sign-in.css';

interface Props {
  /** The address names a tenant that does not exist. */
  readonly isUnknown: boolean;
  readonly onFound: () => void;
}

/** Finds the tenant by its subdomain, which people know. */
export default function FindTenant({ isUnknown, onFound }: Props) {
  const text = useTexts(texts);
  const { error, isBusy, run } = useAttempt();
  const [missed, setMissed] = useState<string>();
  useEffect(() => {
    document.title = text.findTitle;
  }, [text]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const subdomain = String(new FormData(event.currentTarget).get('subdomain')).trim().toLowerCase();
    setMissed(undefined);
    void run(async () => {
      if (await readTenantOf(subdomain)) onFound();
      else setMissed(text.unknown);
    });
  }
  return (
    <Outside>
      <h1>{text.findTitle}</h1>
      {isUnknown ? <p role="status">{text.unknownTenant}</p> : null}
      <form className="sign-in" onSubmit={submit}>
        <TextField
          label={text.subdomain}
          hint={text.subdomainHint}
          error={missed}
          name="subdomain"
          autoCapitalize="none"
          autoComplete="organization"
          spellCheck={false}
          required
        />
        {error === undefined ? null : <Problem error={error} />}
        <button type="submit" className="main wide" aria-disabled={isBusy}>
          {isBusy ? text.finding : text.find}
        </button>
      </form>
    </Outside>
  );
}
