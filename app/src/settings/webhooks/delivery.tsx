import type { WebhookDelivery } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Link } from '../../routing/link.js';
import { paths } from '../../routing/paths.js';
import { Problem } from '../../ui/problem.js';
import { When } from '../../ui/when.js';
import { texts } from './texts.js';

/** A delivery. Its attempts are shown on demand. */
export function Delivery({ delivery }: { readonly delivery: WebhookDelivery }) {
  const text = useTexts(texts);
  const retry = useChange('POST /webhooks/deliveries/{delivery_id}/retry', 'GET /webhooks/deliveries');
  const { id, type, status, attempts, conversation_id, next_attempt_at, webhook_id, created_at } = delivery;
  return (
    <li>
      <details>
        <summary>
          <span className={`state ${status === 'DELIVERED' ? 'good' : status === 'FAILED' ? 'bad' : ''}`}>
            {text.statuses[status]}
          </span>
          <code>{type}</code>
          <span className="quiet">
            <When at={created_at} />
          </span>
        </summary>
        <dl>
          <dt>webhook-id</dt>
          <dd>
            <code>{webhook_id}</code>
          </dd>
          {conversation_id ? (
            <>
              <dt>{text.conversation}</dt>
              <dd>
                <Link to={paths.conversation(conversation_id)}>{conversation_id}</Link>
              </dd>
            </>
          ) : null}
          {next_attempt_at ? (
            <>
              <dt>{text.next}</dt>
              <dd>
                <When at={next_attempt_at} />
              </dd>
            </>
          ) : null}
          <dt>{text.attempts}</dt>
          <dd>
            <ol>
              {attempts.map(({ at, status_code, duration_ms, error }) => (
                <li key={at}>
                  <When at={at} /> · {text.answered(status_code, duration_ms)}
                  {error ? ` · ${text.errors[error] ?? error}` : ''}
                </li>
              ))}
            </ol>
          </dd>
        </dl>
        {retry.error ? <Problem error={retry.error} /> : null}
        <button
          type="button"
          aria-disabled={retry.isPending}
          onClick={() => retry.mutate({ path: { delivery_id: id } })}
        >
          {text.retry}
        </button>
      </details>
    </li>
  );
}
