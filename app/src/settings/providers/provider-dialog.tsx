import type { OidcConfig } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { TextField } from '../../ui/field.js';
import { FormDialog, textIn } from '../../ui/form-dialog.js';
import { messageAt } from '../../ui/problem.js';
import { texts } from './texts.js';

const FIELDS = ['provider_name', 'authority_url', 'client_id', 'client_secret', 'scope'] as const;

interface Props {
  /** Left out: a provider is added. */
  readonly config?: OidcConfig;
  readonly onClose: () => void;
}

export function ProviderDialog({ config, onClose }: Props) {
  const text = useTexts(texts);
  const create = useChange('POST /oidc-configs', 'GET /oidc-configs');
  const patch = useChange('PATCH /oidc-configs/{provider_name}', 'GET /oidc-configs');
  async function submit(form: FormData) {
    const of = (name: string) => textIn(form, name) ?? '';
    const shared = {
      authority_url: of('authority_url'),
      client_id: of('client_id'),
      trust_email: form.get('trust_email') !== null,
    };
    const scope = textIn(form, 'scope');
    const secret = textIn(form, 'client_secret');
    if (config)
      await patch.mutateAsync({
        path: { provider_name: config.provider_name },
        body: { ...shared, scope: scope ?? null, ...(secret ? { client_secret: secret } : {}) },
      });
    else
      await create.mutateAsync({
        body: {
          ...shared,
          provider_name: of('provider_name'),
          client_secret: secret ?? '',
          ...(scope ? { scope } : {}),
        },
      });
  }
  const hints: Readonly<Record<string, string | undefined>> = {
    provider_name: text.provider_nameHint,
    authority_url: text.authority_urlHint,
    client_secret: config ? text.secretKept : undefined,
  };
  return (
    <FormDialog
      title={config ? text.editTitle(config.provider_name) : text.add}
      action={config ? text.save : text.add}
      fields={FIELDS}
      onSubmit={submit}
      onClose={onClose}
    >
      {(error) => (
        <>
          {FIELDS.filter((name) => !config || name !== 'provider_name').map((name) => (
            <TextField
              key={name}
              label={text[name]}
              hint={hints[name]}
              name={name}
              type={name === 'client_secret' ? 'password' : 'text'}
              autoComplete={name === 'client_secret' ? 'new-password' : 'off'}
              defaultValue={name === 'client_secret' ? undefined : config?.[name]}
              required={name !== 'scope' && !(config && name === 'client_secret')}
              error={messageAt(error, name)}
            />
          ))}
          <label className="check">
            <input type="checkbox" name="trust_email" defaultChecked={config?.trust_email} /> {text.trust_email}
          </label>
        </>
      )}
    </FormDialog>
  );
}
