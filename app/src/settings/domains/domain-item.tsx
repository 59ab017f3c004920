import { useState } from 'react';
import type { Domain } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { useApp } from '../../session/context.js';
import { Problem } from '../../ui/problem.js';
import { Copied } from '../../ui/secret-once.js';
import { texts } from './texts.js';
import './domains.css';

interface Props {
  readonly domain: Domain;
  readonly onChange: () => void;
  readonly onDelete: () => void;
}

/** A domain with its state, and with the DNS record that proves it. */
export function DomainItem({ domain, onChange, onDelete }: Props) {
  const text = useTexts(texts);
  const kind = domain.is_client_app ? text.apps.client : text.apps.main;
  return (
    <li>
      <div className="row">
        <div>
          <strong>{domain.domain}</strong>
          <p className="quiet">
            {kind} · {domain.is_system_domain ? text.system : text.states[domain.status]}
          </p>
        </div>
        {domain.is_system_domain ? null : (
          <div className="actions small">
            <button type="button" onClick={onChange}>
              {text.change}
            </button>
            <button type="button" onClick={onDelete}>
              {text.remove}
            </button>
          </div>
        )}
      </div>
      {domain.verification ? <Verification domain={domain} /> : null}
    </li>
  );
}

function Verification({ domain: { id, verification } }: { readonly domain: Domain }) {
  const { tenant } = useApp();
  const text = useTexts(texts);
  const [isMissing, setMissing] = useState(false);
  const verify = useChange('POST /tenants/{tenant_id}/domains/{domain_id}/verify', 'GET /tenants/{tenant_id}/domains');
  const lookUp = () =>
    verify.mutate(
      { path: { tenant_id: tenant.id, domain_id: id } },
      { onSuccess: ({ status }) => setMissing(status === 'REQUESTED') },
    );
  return (
    <div className="record">
      <p>{text.record}</p>
      <dl>
        <dt>{text.recordName}</dt>
        <dd>
          <Copied value={verification?.name ?? ''} />
        </dd>
        <dt>{text.recordValue}</dt>
        <dd>
          <Copied value={verification?.value ?? ''} />
        </dd>
      </dl>
      {verify.error ? <Problem error={verify.error} /> : null}
      <p role="status">{isMissing ? text.notYet : ''}</p>
      <button type="button" aria-disabled={verify.isPending} onClick={lookUp}>
        {text.verify}
      </button>
    </div>
  );
}
