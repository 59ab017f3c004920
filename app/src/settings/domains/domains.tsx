import { useState } from 'react';
import type { Domain } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useList } from '../../calls/use-list.js';
import { useTexts } from '../../language.js';
import { useApp } from '../../session/context.js';
import { Confirm } from '../../ui/confirm.js';
import { Listed } from '../../ui/listed.js';
import { DomainDialog } from './domain-dialog.js';
import { DomainItem } from './domain-item.js';
import { texts } from './texts.js';

type Open = { readonly dialog: 'add' } | { readonly dialog: 'change' | 'delete'; readonly domain: Domain };

export default function Domains() {
  const { tenant } = useApp();
  const text = useTexts(texts);
  const domains = useList('GET /tenants/{tenant_id}/domains', { path: { tenant_id: tenant.id } });
  const remove = useChange('DELETE /tenants/{tenant_id}/domains/{domain_id}', 'GET /tenants/{tenant_id}/domains');
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const own = domains.items.filter((each) => !each.is_system_domain);
  return (
    <>
      <div className="top">
        <p>{text.about}</p>
        {own.length < 2 ? (
          <button type="button" className="main" onClick={() => setOpen({ dialog: 'add' })}>
            {text.add}
          </button>
        ) : null}
      </div>
      <Listed list={domains} empty={text.empty}>
        {(items) => (
          <ul className="domains">
            {items.map((domain) => (
              <DomainItem
                key={domain.id}
                domain={domain}
                onChange={() => setOpen({ dialog: 'change', domain })}
                onDelete={() => setOpen({ dialog: 'delete', domain })}
              />
            ))}
          </ul>
        )}
      </Listed>
      {open?.dialog === 'add' ? <DomainDialog taken={own} onClose={close} /> : null}
      {open?.dialog === 'change' ? <DomainDialog taken={own} domain={open.domain} onClose={close} /> : null}
      {open?.dialog === 'delete' ? (
        <Confirm
          title={text.removeTitle(open.domain.domain)}
          action={text.remove}
          onClose={close}
          onConfirm={() => remove.mutateAsync({ path: { tenant_id: tenant.id, domain_id: open.domain.id } })}
        >
          <p>{text.removeAbout}</p>
        </Confirm>
      ) : null}
    </>
  );
}
