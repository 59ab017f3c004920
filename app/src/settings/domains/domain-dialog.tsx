import type { Domain } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { useApp } from '../../session/context.js';
import { Field, TextField } from '../../ui/field.js';
import { FormDialog, textIn } from '../../ui/form-dialog.js';
import { messageAt } from '../../ui/problem.js';
import { texts } from './texts.js';

interface Props {
  /** Domains of the tenant's own: there is one for each app. */
  readonly taken: readonly Domain[];
  /** Left out: a domain is added. */
  readonly domain?: Domain;
  readonly onClose: () => void;
}

export function DomainDialog({ taken, domain, onClose }: Props) {
  const { tenant } = useApp();
  const text = useTexts(texts);
  const add = useChange('POST /tenants/{tenant_id}/domains', 'GET /tenants/{tenant_id}/domains');
  const change = useChange('PUT /tenants/{tenant_id}/domains/{domain_id}', 'GET /tenants/{tenant_id}/domains');
  const free = (['main', 'client'] as const).filter(
    (app) => !taken.some(({ is_client_app }) => is_client_app === (app === 'client')),
  );
  async function submit(form: FormData) {
    const name = textIn(form, 'domain') ?? '';
    const { id: tenant_id } = tenant;
    if (domain) await change.mutateAsync({ path: { tenant_id, domain_id: domain.id }, body: { domain: name } });
    else
      await add.mutateAsync({
        path: { tenant_id },
        body: { domain: name, is_client_app: form.get('app') === 'client' },
      });
  }
  return (
    <FormDialog
      title={domain ? text.changeTitle(domain.domain) : text.add}
      action={domain ? text.save : text.add}
      fields={['domain']}
      onSubmit={submit}
      onClose={onClose}
    >
      {(error) => (
        <>
          {domain ? <p>{text.changeAbout}</p> : null}
          <TextField
            label={text.domain}
            hint={text.domainHint}
            name="domain"
            defaultValue={domain?.domain}
            error={messageAt(error, 'domain')}
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          {domain ? null : (
            <Field label={text.app}>
              {(given) => (
                <select {...given} name="app">
                  {free.map((app) => (
                    <option key={app} value={app}>
                      {text.apps[app]}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
        </>
      )}
    </FormDialog>
  );
}
