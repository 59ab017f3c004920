import { readFileSync } from 'node:fs';
import { request as https } from 'node:https';
import { http } from '../../lib/node-http.js';
import { StoreUnavailable } from '../../ports/stores/event-store.js';
import { type ConnectionUrl, setting } from './connection-url.js';

const ANSWER_WITHIN_MS = 2_000;
const LOSING = { MemDb: 'keeps events in memory only', UnsafeDisableFlushToDisk: 'does not flush to disk' } as const;

/** The server would answer "stored" and lose it. */
export class VolatileServer extends StoreUnavailable {}

/** `hidden`: the server responds, but does not show its settings. `unreachable`: it does not respond. */
export type Durability = 'durable' | 'hidden' | 'unreachable';

/** @throws VolatileServer */
export async function durabilityOf(url: ConnectionUrl): Promise<Durability> {
  let answer: string | undefined;
  try {
    answer = await Promise.any(url.hosts.map((host) => options(url, host)));
  } catch {
    return 'unreachable';
  }
  const losing = answer === undefined ? undefined : losingSetting(answer);
  if (losing === undefined) return 'hidden';
  if (losing === false) return 'durable';
  throw new VolatileServer(
    `The event store at ${url.hosts.join(', ')} ${LOSING[losing]} (${losing}) and loses events. Turn the setting off.`,
  );
}

function losingSetting(answer: string): keyof typeof LOSING | false | undefined {
  try {
    const all = JSON.parse(answer) as readonly { readonly name: string; readonly value: string }[];
    const on = (name: string) => all.some((each) => each.name === name && String(each.value).toLowerCase() === 'true');
    return (Object.keys(LOSING) as (keyof typeof LOSING)[]).find(on) ?? false;
  } catch {
    return undefined;
  }
}

/** The body of `GET /info/options` at a host; undefined where that is not for us. */
function options(url: ConnectionUrl, address: string): Promise<string | undefined> {
  const secure = setting(url, 'tls')?.toLowerCase() !== 'false';
  const [host, port = '2113'] = address.split(':') as [string, string?];
  const caFile = setting(url, 'tlsCAFile');
  const settings = {
    host,
    port,
    path: '/info/options',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    ...(url.credentials === undefined ? {} : { auth: decodeURIComponent(url.credentials) }),
    ...(secure && caFile ? { ca: readFileSync(decodeURIComponent(caFile)) } : {}),
    ...(secure && setting(url, 'tlsVerifyCert')?.toLowerCase() === 'false' ? { rejectUnauthorized: false } : {}),
  };
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http.request)(settings, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        body += part;
      });
      response.on('end', () => resolve(response.statusCode === 200 ? body : undefined));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end();
  });
}
