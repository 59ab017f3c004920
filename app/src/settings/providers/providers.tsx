import { useState } from 'react';
import type { OidcConfig } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useList } from '../../calls/use-list.js';
import { useTexts } from '../../language.js';
import { base } from '../../place/place.js';
import { Confirm } from '../../ui/confirm.js';
import { Listed } from '../../ui/listed.js';
import { Problem } from '../../ui/problem.js';
import { Copied } from '../../ui/secret-once.js';
import { Table } from '../../ui/table.js';
import { ProviderDialog } from './provider-dialog.js';
import { texts } from './texts.js';

type Open = { readonly dialog: 'add' } | { readonly dialog: 'edit' | 'delete'; readonly config: OidcConfig };

export default function Providers() {
  const text = useTexts(texts);
  const configs = useList('GET /oidc-configs');
  const remove = useChange('DELETE /oidc-configs/{provider_name}', 'GET /oidc-configs');
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <div className="top">
        <p>{text.about}</p>
        <button type="button" className="main" onClick={() => setOpen({ dialog: 'add' })}>
          {text.add}
        </button>
      </div>
      <p>{text.redirect}</p>
      <Copied value={`${location.origin}${base}/callback`} />
      <Listed list={configs} empty={text.empty}>
        {(items) => (
          <Table columns={[text.provider_name, text.authority_url]} actions={text.actions}>
            {items.map((config) => (
              <Provider
                key={config.provider_name}
                config={config}
                onEdit={() => setOpen({ dialog: 'edit', config })}
                onDelete={() => setOpen({ dialog: 'delete', config })}
              />
            ))}
          </Table>
        )}
      </Listed>
      {open?.dialog === 'add' ? <ProviderDialog onClose={close} /> : null}
      {open?.dialog === 'edit' ? <ProviderDialog config={open.config} onClose={close} /> : null}
      {open?.dialog === 'delete' ? (
        <Confirm
          title={text.removeTitle(open.config.provider_name)}
          action={text.remove}
          onClose={close}
          onConfirm={() => remove.mutateAsync({ path: { provider_name: open.config.provider_name } })}
        >
          <p>{text.removeAbout}</p>
        </Confirm>
      ) : null}
    </>
  );
}

interface ProviderProps {
  readonly config: OidcConfig;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function Provider({ config: { provider_name, authority_url }, onEdit, onDelete }: ProviderProps) {
  const text = useTexts(texts);
  const { mutate, data, error, isPending } = useChange('POST /oidc-configs/{provider_name}/test');
  return (
    <tr>
      <td>{provider_name}</td>
      <td>
        {authority_url}
        <div role="status">
          {data?.ok ? <p className="state good">{text.ok(data.issuer ?? authority_url)}</p> : null}
          {data?.error ? (
            <p className="state bad">
              {data.error.message} <code>{data.error.code}</code>
            </p>
          ) : null}
        </div>
        {error ? <Problem error={error} /> : null}
      </td>
      <td>
        <div className="actions end small">
          <button type="button" aria-disabled={isPending} onClick={() => mutate({ path: { provider_name } })}>
            {text.test}
          </button>
          <button type="button" onClick={onEdit}>
            {text.edit}
          </button>
          <button type="button" onClick={onDelete}>
            {text.remove}
          </button>
        </div>
      </td>
    </tr>
  );
}
