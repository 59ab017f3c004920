import { type FormEvent, useState } from 'react';
import { useTexts } from '../language.js';
import { domainOf, readTenant } from '../place/tenant.js';
import { TextField } from '../ui/field.js';
import { Problem } from '../ui/problem.js';
import { texts } from './texts.js';

/** Finds the tenant by its subdomain, which people know. */
export default function FindTenant({ onFound }: { readonly onFound: () => void }) {
  const text = useTexts(texts);
  const [isUnknown, setUnknown] = useState(false);
  const [error, setError] = useState<unknown>();
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const subdomain = String(new FormData(event.currentTarget).get('subdomain')).trim().toLowerCase();
    setError(undefined);
    try {
      const tenant = await readTenant(domainOf(subdomain));
      setUnknown(!tenant);
      if (tenant) onFound();
    } catch (failed) {
      setError(failed);
    }
  }
  return (
    <main id="main" className="page narrow">
      <h1>{text.findTitle}</h1>
      <form onSubmit={(event) => void submit(event)}>
        <TextField
          label={text.subdomain}
          hint={text.subdomainHint}
          error={isUnknown ? text.unknown : undefined}
          name="subdomain"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        {error === undefined ? null : <Problem error={error} />}
        <div className="actions">
          <button type="submit" className="main">
            {text.find}
          </button>
        </div>
      </form>
    </main>
  );
}
