import { TidingsError } from '../../../../sdk/src/errors.js';
import { useCall } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Loading } from '../../shell/loading.js';
import { Problem } from '../../ui/problem.js';
import { Deliveries } from './deliveries.js';
import { Endpoint } from './endpoint.js';
import { texts } from './texts.js';
import { Types } from './types.js';
import './webhooks.css';

export default function Webhooks() {
  const text = useTexts(texts);
  const { data, error, isPending, refetch } = useCall('GET /webhook-settings');
  const isMissing = error instanceof TidingsError && error.code === 'errors.webhook_settings.not_found';
  if (isPending) return <Loading />;
  if (error && !isMissing) return <Problem error={error} onRetry={() => void refetch()} />;
  const settings = isMissing ? undefined : data;
  return (
    <>
      <div className="top">
        <p>{text.about}</p>
      </div>
      <Endpoint key={settings?.updated_at} settings={settings} />
      <Types />
      {settings ? <Deliveries /> : null}
    </>
  );
}
