import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type WebhookType, webhookTypes } from '../../../../src/catalogue/webhook-types.js';
import { readAgain, useCall } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { useApp } from '../../session/context.js';
import { Loading } from '../../shell/loading.js';
import { Problem } from '../../ui/problem.js';
import { texts } from './texts.js';

const FEATURES = 'GET /webhooks/features';

/** The webhook types, each switched on or off at once. */
export function Types() {
  const { tidings } = useApp();
  const text = useTexts(texts);
  const queries = useQueryClient();
  const { data, error } = useCall(FEATURES, { query: { limit: 100 } });
  const [refused, setRefused] = useState<unknown>();
  /** Types whose change is under way. */
  const [changing, setChanging] = useState<ReadonlyMap<WebhookType, boolean>>(new Map());
  async function toggle(webhook_type: WebhookType, enabled: boolean) {
    setRefused(undefined);
    setChanging((before) => new Map(before).set(webhook_type, enabled));
    try {
      await tidings.call('POST /webhooks/features', { body: { webhook_type, enabled } });
    } catch (failed) {
      setRefused(failed);
    }
    await readAgain(queries, [FEATURES]);
    setChanging((before) => new Map([...before].filter(([type]) => type !== webhook_type)));
  }
  if (error) return <Problem error={error} />;
  if (!data) return <Loading />;
  const isOn = (type: WebhookType) =>
    changing.get(type) ?? data.features.some((each) => each.webhook_type === type && each.enabled);
  return (
    <fieldset className="types">
      <legend>
        <h2>{text.types}</h2>
      </legend>
      <p className="quiet">{text.typesAbout}</p>
      {(Object.keys(webhookTypes) as WebhookType[]).map((type) => (
        <label key={type} className="check">
          <input
            type="checkbox"
            checked={isOn(type)}
            onChange={(event) => void toggle(type, event.currentTarget.checked)}
          />
          <span>
            <code>{type}</code> <span className="quiet">{text.described[type]}</span>
          </span>
        </label>
      ))}
      {refused === undefined ? null : <Problem error={refused} />}
    </fieldset>
  );
}
