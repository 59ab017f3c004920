/** The `METRICS_TOKEN` of services in tests, unless a test sets another one. */
export const METRICS_TOKEN = 'token-of-metrics';

export const METRICS_HEADERS = { authorization: `Bearer ${METRICS_TOKEN}` };

/** The metrics of a service in the format of Prometheus. @throws Error where it does not answer 200 */
export async function metricsOf({ url }: { readonly url: string }): Promise<string> {
  const response = await fetch(`${url}/metrics`, { headers: METRICS_HEADERS });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`/metrics: ${response.status} ${text}`);
  return text;
}

/** The sum of a metric over its labels. */
export const metricIn = (text: string, name: string): number =>
  [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce((all, [, n]) => all + Number(n), 0);
