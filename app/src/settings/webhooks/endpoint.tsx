import { useState } from 'react';
import type { WebhookSettings } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Confirm } from '../../ui/confirm.js';
import { TextField } from '../../ui/field.js';
import { messageAt, Problem } from '../../ui/problem.js';
import { Copied } from '../../ui/secret-once.js';
import { texts } from './texts.js';

/** The endpoint with its state, its secret and a test. */
export function Endpoint({ settings }: { readonly settings: WebhookSettings | undefined }) {
  const text = useTexts(texts);
  const [url, setUrl] = useState(settings?.endpoint_url ?? '');
  const [isRotating, setRotating] = useState(false);
  const save = useChange('PUT /webhook-settings', 'GET /webhook-settings');
  const rotate = useChange('POST /webhook-settings/rotate-secret', 'GET /webhook-settings');
  const test = useChange('POST /webhook-settings/test', 'GET /webhooks/deliveries');
  const refused = save.error ?? test.error;
  return (
    <section aria-labelledby="endpoint">
      <h2 id="endpoint">{text.endpoint}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) save.mutate({ body: { endpoint_url: url.trim(), signature_scheme: 'v1' } });
        }}
      >
        <TextField
          label={text.url}
          hint={text.urlHint}
          type="url"
          required
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          error={messageAt(save.error, 'endpoint_url')}
        />
        {settings ? (
          <p className={settings.enabled ? 'state good' : 'state bad'}>
            {settings.enabled ? text.enabled : text.disabled[settings.disabled_reason ?? '']}
          </p>
        ) : null}
        {refused ? <Problem error={refused} atFields={['endpoint_url']} /> : null}
        <p role="status">{test.isSuccess ? text.tested : save.isSuccess ? text.saved : ''}</p>
        <div className="actions">
          <button type="submit" className="main" aria-disabled={save.isPending}>
            {text.save}
          </button>
          {settings ? (
            <>
              <button type="button" aria-disabled={test.isPending} onClick={() => test.mutate({})}>
                {text.test}
              </button>
              <button type="button" onClick={() => setRotating(true)}>
                {text.rotate}
              </button>
            </>
          ) : null}
        </div>
      </form>
      {settings?.secret ? <Secret value={settings.secret} /> : null}
      {isRotating ? (
        <Confirm
          title={text.rotateTitle}
          action={text.rotate}
          onClose={() => setRotating(false)}
          onConfirm={() => rotate.mutateAsync({})}
        >
          <p>{text.rotateAbout}</p>
        </Confirm>
      ) : null}
    </section>
  );
}

function Secret({ value }: { readonly value: string }) {
  const text = useTexts(texts);
  const [isShown, setShown] = useState(false);
  return (
    <div className="secret">
      <h3>{text.secret}</h3>
      {isShown ? <Copied value={value} /> : null}
      <button type="button" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? text.hide : text.show}
      </button>
    </div>
  );
}
