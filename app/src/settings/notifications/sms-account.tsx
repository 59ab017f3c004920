import { useState } from 'react';
import type { ReplaceSmsSettings, SmsSettings } from '../../../../sdk/src/api.js';
import { TidingsError } from '../../../../sdk/src/errors.js';
import { useCall, useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Loading } from '../../shell/loading.js';
import { Choice } from '../../ui/choice.js';
import { Confirm } from '../../ui/confirm.js';
import { TextField } from '../../ui/field.js';
import { textIn } from '../../ui/form-dialog.js';
import { messageAt, Problem } from '../../ui/problem.js';
import { texts } from './texts.js';

const SETTINGS = 'GET /sms/twilio/settings';

type Variant = 'account' | 'user';
const FIELDS = {
  account: ['account_sid', 'account_auth_token', 'message_service_sid', 'phone_number'],
  user: ['username', 'auth_token', 'phone_number'],
} as const;
const SECRETS: readonly string[] = ['account_auth_token', 'auth_token'];

export function SmsAccount() {
  const text = useTexts(texts);
  const { data, error, isPending, refetch } = useCall(SETTINGS);
  const isMissing = error instanceof TidingsError && error.code === 'errors.sms_settings.not_found';
  if (isPending) return <Loading />;
  if (error && !isMissing) return <Problem error={error} onRetry={() => void refetch()} />;
  const settings = isMissing ? undefined : data;
  return (
    <section aria-labelledby="sms">
      <h2 id="sms">{text.sms}</h2>
      {settings ? null : <p className="quiet">{text.none}</p>}
      <Account key={settings?.updated_at} settings={settings} />
    </section>
  );
}

function Account({ settings }: { readonly settings: SmsSettings | undefined }) {
  const text = useTexts(texts);
  const [variant, setVariant] = useState<Variant>(settings && 'username' in settings ? 'user' : 'account');
  const [isDeleting, setDeleting] = useState(false);
  const save = useChange('PUT /sms/twilio/settings', SETTINGS);
  const remove = useChange('DELETE /sms/twilio/settings', SETTINGS);
  const kept = settings as Readonly<Record<string, string | undefined>> | undefined;
  const hints: Readonly<Record<string, string>> = {
    phone_number: text.numberHint,
    message_service_sid: text.serviceHint,
    account_auth_token: text.secretHint,
    auth_token: text.secretHint,
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const body = Object.fromEntries(FIELDS[variant].map((name) => [name, textIn(form, name)]));
        if (!save.isPending) save.mutate({ body: body as unknown as ReplaceSmsSettings });
      }}
    >
      <Choice
        label={text.variant}
        values={['account', 'user']}
        value={variant}
        onChange={(chosen) => setVariant(chosen ?? 'account')}
      >
        {(each) => text.variants[each]}
      </Choice>
      {FIELDS[variant].map((name) => (
        <TextField
          key={name}
          label={text[name]}
          hint={hints[name]}
          name={name}
          type={SECRETS.includes(name) ? 'password' : 'text'}
          autoComplete={SECRETS.includes(name) ? 'new-password' : 'off'}
          defaultValue={kept?.[name]}
          error={messageAt(save.error, name)}
        />
      ))}
      {save.error ? <Problem error={save.error} atFields={FIELDS[variant]} /> : null}
      <p role="status">{save.isSuccess ? text.saved : ''}</p>
      <div className="actions">
        <button type="submit" className="main" aria-disabled={save.isPending}>
          {text.save}
        </button>
        {settings ? (
          <button type="button" onClick={() => setDeleting(true)}>
            {text.remove}
          </button>
        ) : null}
      </div>
      {isDeleting ? (
        <Confirm
          title={text.removeTitle}
          action={text.remove}
          onClose={() => setDeleting(false)}
          onConfirm={() => remove.mutateAsync({})}
        >
          <p>{text.removeAbout}</p>
        </Confirm>
      ) : null}
    </form>
  );
}
