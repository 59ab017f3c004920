import { WrongSetting } from './environment.js';
import { integer, setting } from './setting.js';

/** A URL without credentials, query and fragment; without the slash at its end. */
function collectorOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isPlain = url && `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (isPlain && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '');
  throw new WrongSetting(
    'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL like http://127.0.0.1:4318, without user, password and query.',
  );
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const HEADER_VALUE = /^[\t -~]*$/;

/** Values are percent-encoded, as in W3C Baggage. */
function headersOf(given = ''): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const pair of given.split(',').map((each) => each.trim())) {
    if (pair === '') continue;
    const [, name = '', text = ''] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
    const value = decoded(text.trim());
    if (!HEADER_NAME.test(name.trim()) || value === undefined || !HEADER_VALUE.test(value)) {
      throw new WrongSetting(
        'OTEL_EXPORTER_OTLP_HEADERS must be like api-key=secret,x-team=one, with percent-encoded values.',
      );
    }
    headers[name.trim()] = value;
  }
  return headers;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export const telemetrySettings = {
  collector: setting(
    {
      name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      default: 'none: no traces and no metrics are sent',
      values: 'URL like `http://127.0.0.1:4318`',
      meaning: 'OpenTelemetry collector, which takes OTLP over HTTP as JSON at `/v1/traces` and `/v1/metrics`',
    },
    collectorOf,
  ),
  collectorHeaders: setting(
    {
      name: 'OTEL_EXPORTER_OTLP_HEADERS',
      secret: true,
      default: 'none',
      values: 'headers like `api-key=secret,x-team=one`, values percent-encoded',
      meaning: 'headers of each call to the collector',
    },
    headersOf,
  ),
  serviceName: setting(
    {
      name: 'OTEL_SERVICE_NAME',
      default: '`tidings`',
      values: '1 to 200 characters',
      meaning: 'name of the service in traces and metrics of the collector',
    },
    (given = 'tidings') => {
      if (given.length <= 200) return given;
      throw new WrongSetting('OTEL_SERVICE_NAME must be 1 to 200 characters.');
    },
  ),
  metricPushMs: integer({
    name: 'OTEL_METRIC_EXPORT_INTERVAL',
    default: 60_000,
    min: 1_000,
    max: 3_600_000,
    unit: 'milliseconds',
    meaning: 'pause between two pushes of the metrics to the collector',
  }),
};
