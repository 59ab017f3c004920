import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { Passkey } from '../../../sdk/src/api.js';
import { useCall, useChange } from '../calls/use-call.js';
import { useTexts } from '../language.js';
import { hasPasskeys } from '../place/passkey-host.js';
import { useApp } from '../session/context.js';
import { NoPasskeys } from '../sign-in/ways.js';
import { Confirm } from '../ui/confirm.js';
import { Problem } from '../ui/problem.js';
import { useAttempt } from '../ui/use-attempt.js';
import { When } from '../ui/when.js';
import { modelOf } from './passkey-models.js';
import { Section } from './section.js';
import { texts } from './texts.js';

/** @throws DOMException where the browser made none */
async function made(options: unknown): Promise<never> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  return credential.toJSON() as never;
}

export function Passkeys() {
  const text = useTexts(texts);
  const { tenant } = useApp();
  const { data, error: unread, refetch } = useCall('GET /users/me/passkeys', { query: { limit: 100 } });
  const options = useChange('POST /auth/{tenant_id}/webauthn/registration/options');
  const verify = useChange('POST /auth/{tenant_id}/webauthn/registration/verify', 'GET /users/me/passkeys');
  const remove = useChange('DELETE /users/me/passkeys/{passkey_id}', 'GET /users/me/passkeys');
  const { error, isBusy, run } = useAttempt();
  const [said, setSaid] = useState('');
  const [asked, setAsked] = useState<Passkey>();
  const path = { tenant_id: tenant.id };

  const add = () =>
    run(async () => {
      setSaid('');
      await verify.mutateAsync({ path, body: await made(await options.mutateAsync({ path })) });
      setSaid(text.passkeyAdded);
    });
  const words = error instanceof DOMException ? wordsOf(error) : undefined;
  function wordsOf({ name }: DOMException): string {
    return name === 'InvalidStateError' ? text.passkeyKnown : text.passkeyCancelled;
  }
  const passkeys = data?.passkeys ?? [];
  return (
    <Section title={text.passkeys} about={text.passkeysAbout}>
      {unread ? <Problem error={unread} onRetry={() => void refetch()} /> : null}
      {data && passkeys.length === 0 ? <p>{text.passkeysNone}</p> : null}
      {passkeys.length === 0 ? null : (
        <ul>
          {passkeys.map((each) => (
            <li key={each.id}>
              <div>
                <p>
                  <strong>{modelOf(each.aaguid) ?? text.passkeyModel}</strong>{' '}
                  {each.rp_id === location.hostname ? null : text.passkeyOn(each.rp_id)}
                </p>
                <p className="quiet">
                  {text.added} <When at={each.created_at} /> ·{' '}
                  {each.backup_eligible ? text.passkeySynced : text.passkeyBound}
                </p>
              </div>
              <button type="button" onClick={() => setAsked(each)}>
                {text.remove}
              </button>
            </li>
          ))}
        </ul>
      )}
      {error === undefined ? null : <Problem error={error} words={words} />}
      {hasPasskeys() ? (
        <div className="actions">
          <button type="button" className="with-icon" aria-disabled={isBusy} onClick={() => void add()}>
            <KeyRound size={18} aria-hidden />
            {isBusy ? text.passkeyAdding : text.passkeyAdd}
          </button>
          <span role="status">{said}</span>
        </div>
      ) : (
        <NoPasskeys />
      )}
      {asked ? (
        <Confirm
          title={text.removeTitle}
          action={text.remove}
          onConfirm={async () => {
            await remove.mutateAsync({ path: { passkey_id: asked.id } });
            setSaid(text.passkeyRemoved);
          }}
          onClose={() => setAsked(undefined)}
        >
          <p>{text.removeAbout}</p>
        </Confirm>
      ) : null}
    </Section>
  );
}
