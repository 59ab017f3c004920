const METRICS_TOKEN = 'bench';
/** Setting of a service whose metrics are read. */
export const readableMetrics = { METRICS_TOKEN } as const;

const BEHIND = /^tidings_(subscriber_lag_events|queue_length)\{.*\} [1-9]/m;

/** Whether the service has events to read, or work that waits for its turn. */
export async function isBehind(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  if (!answer.ok) throw new Error(`/metrics: ${answer.status}`);
  return BEHIND.test(await answer.text());
}
