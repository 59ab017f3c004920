import { useState } from 'react';
import type { WebhookDeliveryStatus, WebhookDeliveryType } from '../../../../sdk/src/api.js';
import { DELIVERY_STATUSES, TEST_TYPE, WEBHOOK_TYPES } from '../../../../src/catalogue/webhook-types.js';
import { useChange } from '../../calls/use-call.js';
import { useList } from '../../calls/use-list.js';
import { useTexts } from '../../language.js';
import { Choice } from '../../ui/choice.js';
import { Confirm } from '../../ui/confirm.js';
import { Listed } from '../../ui/listed.js';
import { Delivery } from './delivery.js';
import { Replay } from './replay.js';
import { texts } from './texts.js';
import { PAGE, useProgress } from './use-progress.js';

const LIST = 'GET /webhooks/deliveries';
const TYPES: readonly WebhookDeliveryType[] = [...WEBHOOK_TYPES, TEST_TYPE];

/** The deliveries, newest first, with their attempts. */
export function Deliveries() {
  const text = useTexts(texts);
  const [status, setStatus] = useState<WebhookDeliveryStatus>();
  const [type, setType] = useState<WebhookDeliveryType>();
  const [open, setOpen] = useState<'retry' | 'replay'>();
  const [said, say] = useState('');
  const list = useList(LIST, { query: { limit: PAGE, ...(status ? { status } : {}), ...(type ? { type } : {}) } });
  useProgress(list.items, list.retry);
  const retryAll = useChange('POST /webhooks/deliveries/retry', LIST);
  const close = () => setOpen(undefined);
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">{text.deliveries}</h2>
      <div className="filters">
        <Choice label={text.status} all={text.any} values={DELIVERY_STATUSES} value={status} onChange={setStatus}>
          {(each) => text.statuses[each]}
        </Choice>
        <Choice label={text.type} all={text.any} values={TYPES} value={type} onChange={setType}>
          {(each) => each}
        </Choice>
        <div className="actions">
          <button type="button" onClick={() => setOpen('retry')}>
            {text.retryAll}
          </button>
          <button type="button" onClick={() => setOpen('replay')}>
            {text.replay}
          </button>
        </div>
      </div>
      <p role="status">{said}</p>
      <Listed list={list} empty={text.none}>
        {(items) => (
          <ul className="deliveries">
            {items.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} />
            ))}
          </ul>
        )}
      </Listed>
      {open === 'retry' ? (
        <Confirm
          title={text.retryAllTitle}
          action={text.retryAll}
          isDangerous={false}
          onClose={close}
          onConfirm={() => retryAll.mutateAsync({ body: { status: 'FAILED', ...(type ? { type } : {}) } as never })}
        >
          <p>{text.retryAllAbout}</p>
        </Confirm>
      ) : null}
      {open === 'replay' ? <Replay onClose={close} onPlanned={(count) => say(text.replayed(count))} /> : null}
    </section>
  );
}
