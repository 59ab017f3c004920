import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { frames } from '../../../sdk/src/socket.js';
import * as sdk from '../../../sdk/src/tidings.js';
import { type Played, playStory } from '../../../site/src/islands/play.run.js';
import {
  labelQuestion,
  type RecordedDelivery,
  type RecordedResume,
  type RecordedStep,
  type Recording,
  sampleCall,
} from '../../../site/src/islands/play.samples.js';
import { setUp, story } from '../../../site/src/islands/play.story.js';
import { createTenant, newAttempt, renewed, type Tenant } from '../../../site/src/islands/play.tenant.js';
import { writePosition } from '../../../src/catalogue/positions.js';
import { LANGUAGES } from '../../../src/catalogue/tenant.js';
import { WEBHOOK_TYPES } from '../../../src/catalogue/webhook-types.js';
import { runAudit } from '../../../src/cli/audit/run-audit.js';
import { CaughtUp } from '../../../src/engine/read-models/caught-up.js';
import { EVENT_STORE, type EventStore, type Stored } from '../../../src/ports/stores/event-store.js';
import { webhookEnvironment } from '../../fixtures/webhooks.js';
import { startTidings } from '../../support/api.js';
import { enginesFor } from '../../support/engines.js';
import { shell } from '../../support/processes/shell.js';
import { aReceiver, type Received } from '../../support/servers/webhook-receiver.js';

const FILE = join(import.meta.dirname, '../../../site/src/islands/play.recording.json');
/** `RECORDING=write npm test -- test/api/service/home-recording.spec.ts` records the home page anew. */
const isWritten = process.env.RECORDING === 'write';
const SHOWN_MODELS = /^(conversation-list|message-log|participant-\w+)@/;

const folder = mkdtempSync(join(tmpdir(), 'tidings-home-'));
let found: Recording;
let refused: readonly string[];

beforeAll(async () => {
  const service = await startTidings(webhookEnvironment, folder);
  const receiver = await aReceiver();
  const store = service.app.get<EventStore>(EVENT_STORE);
  const tenant = await createTenant(sdk, { url: service.url }, newAttempt());
  const { team } = tenant;
  for (const webhook_type of WEBHOOK_TYPES)
    await team.call('POST /webhooks/features', { body: { webhook_type, enabled: true } });
  const { secret = '' } = await team.call('PUT /webhook-settings', { body: { endpoint_url: receiver.url } });
  const played: Played[] = [];
  for await (const step of playStory({ sdk, frames, io }, tenant, 'case-1')) played.push(step);
  const published = played.flatMap(({ feed }) => Object.keys(feed));
  await receiver.until((all) => published.every((position) => all.some(({ body }) => body.position === position)));

  const resumed = await resumedAfter(tenant, played[1]!.frames.at(-1)!.position, published.at(-1)!);
  const inTalk = receiver.received.filter(({ body }) => published.includes(body.position as string));

  const log = new Map((await store.readAll(0, 10_000)).map((event) => [writePosition(event.position), event]));
  const delivered = new Map(receiver.received.map((each) => [each.body.position as string, each]));
  refused = receiver.received.filter((each) => !isSigned(each, secret)).map(({ raw }) => raw);
  const lines = [`URL=${service.url}`, `TOKEN=${await team.credential()}`, sampleCall];
  const answer = JSON.parse(await shell(lines.join('\n'), ''));
  await team.call('PUT /conversations/{conversation_id}/labels', {
    path: { conversation_id: 'case-1' },
    body: { labels: ['vip'] },
  });
  const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString();
  const days = [`FROM=${day(-1)}`, `TO=${day(1)}`];
  const labelled = JSON.parse(await shell([...lines.slice(0, 2), ...days, labelQuestion].join('\n'), ''));
  const rendered: Record<string, string> = {};
  for (const language of LANGUAGES) {
    const body = { conversation_id: 'case-1', language };
    const path = { name: setUp.template.name };
    rendered[language] = (await team.call('POST /message_templates/{name}/render', { path, body })).text;
  }
  await service.app.get(CaughtUp).mustReach(await store.head(), 10_000);
  await service.close();
  await receiver.close();
  found = {
    steps: played.map((step) => recorded(step, log, delivered)),
    answer,
    delivery: deliveryOf(inTalk.findLast(({ body }) => body.type === 'message.created')!),
    delivered: inTalk.map(({ body }) => body.position as string),
    resumed,
    labelled,
    rendered,
    audit: await audited(),
  };
  if (isWritten) writeFileSync(FILE, `${JSON.stringify(found, null, 2)}\n`);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What another socket receives that knows the conversation up to a position. */
async function resumedAfter({ team }: Tenant, after: string, last: string): Promise<RecordedResume> {
  const end = new AbortController();
  const found: { type: string; position: string }[] = [];
  for await (const frame of frames(team, io, 'conversations/case-1', { after, signal: end.signal })) {
    if (!('position' in frame) || frame.type === 'GAP') continue;
    found.push({ type: frame.type, position: frame.position });
    if (frame.position === last) break;
  }
  end.abort();
  return { after, frames: found };
}

const deliveryOf = ({ headers, body }: Received): RecordedDelivery => ({
  headers: Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, headers[name]!]),
  ),
  body,
});

function isSigned({ raw, headers }: Received, secret: string): boolean {
  try {
    return Boolean(new Webhook(secret).verify(raw, headers));
  } catch {
    return false;
  }
}

const recorded = (
  { status, unread, frames, feed }: Played,
  log: ReadonlyMap<string, Stored>,
  delivered: ReadonlyMap<string, Received>,
): RecordedStep => ({
  ...(status === undefined ? {} : { status }),
  unread,
  events: frames.map(({ position, type: frame }) => {
    const { stream, type, version } = log.get(position)!;
    const webhook = delivered.get(position)?.body.type;
    expect(webhook).toBe(feed[position]);
    const category = stream.split('-')[0]!;
    return { type, category, version, position, frame, ...(webhook ? { webhook } : {}) };
  }),
});

/** The report of the stopped service, of the read models that a conversation is in. */
async function audited(): Promise<readonly string[]> {
  const lines: string[] = [];
  await runAudit({ DATA_DIR: folder, ...enginesFor(folder) }, (line) => lines.push(line));
  return lines.filter((line, at) => at === 0 || at === lines.length - 1 || SHOWN_MODELS.test(line));
}

const kept = (): Recording => JSON.parse(readFileSync(FILE, 'utf8'));
/** Positions, ids, times and counts differ from run to run. */
const shape = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/"p[0-9a-z]+"/g, '"p"')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replace(/"v1,[^"]+"/g, '"v1"')
    .replace(/"(webhook-timestamp":"|webhook-id":"|msg_)[^"]*"/g, '"$1"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time');

test('the service still does what the home page plays', () => {
  expect(kept().steps).toHaveLength(story.length);
  expect(JSON.parse(shape(kept().steps))).toEqual(JSON.parse(shape(found.steps)));
});

test('each event has a position behind the one before, and its webhook is signed', () => {
  const positions = kept().steps.flatMap(({ events }) =>
    events.map(({ position }) => Number.parseInt(position.slice(1), 36)),
  );
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(new Set(positions).size).toBe(positions.length);
  expect(refused).toEqual([]);
});

test('webhooks come in the order of the log, and a subscription resumes behind its position', () => {
  for (const { delivered, resumed, steps } of [kept(), found]) {
    const positions = steps.flatMap(({ events }) => events.filter(({ webhook }) => webhook));
    expect(delivered).toEqual(positions.map(({ position }) => position));
    const later = steps.slice(2).flatMap(({ events }) => events);
    expect(resumed.after).toBe(steps[1]!.events.at(-1)!.position);
    expect(resumed.frames).toEqual(later.map(({ frame: type, position }) => ({ type, position })));
  }
});

test('the answer, the texts and the audit of the samples are those of the service', () => {
  const { steps: _, audit: keptAudit, ...samples } = kept();
  const { steps: __, audit, ...now } = found;
  expect(shape(now)).toBe(shape(samples));
  const digits = (lines: readonly string[]) => lines.map((line) => line.replace(/ *\d+/g, ' 0'));
  expect(digits(audit)).toEqual(digits(keptAudit));
  expect(audit.at(-1)).toBe('0 differences');
});

describe('a renewed token', () => {
  const token = (access_token: string, expires_in: number) =>
    ({ access_token, expires_in, token_type: 'Bearer' }) as const;

  test('is asked for once while it is valid, and again shortly before its end', async () => {
    let asked = 0;
    const long = renewed(async () => token(`long-${++asked}`, 900));
    expect(await Promise.all([long(), long()])).toEqual(['long-1', 'long-1']);
    expect(await long()).toBe('long-1');
    const short = renewed(async () => token(`short-${++asked}`, 60));
    expect([await short(), await short()]).toEqual(['short-2', 'short-3']);
  });

  test('is asked for again after a failure', async () => {
    let asked = 0;
    const credential = renewed(async () => {
      if (++asked === 1) throw new Error('away');
      return token('second', 900);
    });
    await expect(credential()).rejects.toThrow('away');
    expect(await credential()).toBe('second');
  });
});
