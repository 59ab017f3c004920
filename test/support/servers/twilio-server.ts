import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the stand-in does with the next messages. */
export type Behaviour = 'take' | 'too-many' | 'too-busy' | 'break' | 'refuse' | 'opted-out' | 'stall' | 'take-and-die';

export interface TakenSms {
  readonly account: string;
  readonly sid: string;
  readonly authorization: string;
  readonly form: Readonly<Record<string, string>>;
}

const ANSWERS = {
  'too-many': [429, 20429],
  'too-busy': [503, 20503],
  break: [500, 20500],
  refuse: [400, 21211],
  'opted-out': [400, 21610],
} as const;

async function formOf(request: IncomingMessage): Promise<Readonly<Record<string, string>>> {
  let text = '';
  for await (const part of request) text += part;
  return Object.fromEntries(new URLSearchParams(text));
}

/** Twilio's HTTP interface for messages, on loopback. */
export async function aTwilio() {
  const taken: TakenSms[] = [];
  const asked: TakenSms[] = [];
  let behaviour: Behaviour = 'take';
  const byAccount = new Map<string, Behaviour>();

  const server = createServer(async (request, response) => {
    const form = await formOf(request).catch(() => undefined);
    if (!form) return response.destroy();
    const account = /^\/2010-04-01\/Accounts\/([^/]+)\/Messages\.json$/.exec(request.url ?? '')?.[1];
    const say = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method !== 'POST' || account === undefined) return say(404, { code: 20404, message: 'no' });
    const sid = `SM${String(asked.length + 1).padStart(32, '0')}`;
    const sms = { account, sid, form, authorization: request.headers.authorization ?? '' };
    asked.push(sms);
    const now = byAccount.get(account) ?? behaviour;
    if (now === 'stall') return undefined;
    if (now === 'take' || now === 'take-and-die') taken.push(sms);
    if (now === 'take-and-die') return request.socket.destroy();
    if (now === 'take') return say(201, { sid, status: 'queued', to: form.To, body: form.Body });
    const [status, code] = ANSWERS[now];
    return say(status, { status, code, message: 'said by the stand-in', more_info: '' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** All it was asked to send, and what of it was sent. */
    asked,
    taken,
    /** Of one account, or of all others. */
    behave(next: Behaviour, account?: string) {
      if (account === undefined) behaviour = next;
      else byAccount.set(account, next);
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** As Twilio signs what it posts: URL, then names and values in the order of names, by HMAC-SHA1. */
export function twilioSignature(secret: string, url: string, form: Readonly<Record<string, string>>): string {
  const names = Object.keys(form).sort();
  const text = names.reduce((signed, name) => signed + name + form[name], url);
  return createHmac('sha1', secret).update(text).digest('base64');
}

export type ATwilio = Awaited<ReturnType<typeof aTwilio>>;
