import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINUTE } from '../../../src/kernel/instant.js';
import { box, movie, pathOf, postMedia } from '../../fixtures/media.js';
import { createTenant } from '../../fixtures/tenant.js';
import { httpClient } from '../../support/http-client.js';
import { until } from '../../support/until.js';
import { startServer } from '../crash/server-child.js';
import { MEASURED, peakMiB } from './peak.js';

export interface UploadLoad {
  /** Where the compiled service stands. */
  readonly root: string;
  readonly uploads: number;
  readonly mebibytes: number;
  readonly say?: (text: string) => void;
}

/** Memory before the uploads and at most, in MiB, and how the uploads ended. */
export interface UploadReport {
  readonly beforeMiB: number;
  readonly peakMiB: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly assets: Readonly<Record<string, number>>;
}

const MIB = 1_048_576;
/** Uploads of a tenant are processed one after the other. */
const PROCESSED_MS = 20 * MINUTE;

const PASSING = ['UPLOAD_PENDING', 'COMPRESSION_STARTED'];

/** Sends a video of so many MiB, piece by piece. */
async function send(url: string, mebibytes: number): Promise<number> {
  const head = movie();
  const chunk = Buffer.alloc(MIB);
  const rest = box('free', Buffer.alloc(0));
  rest.writeUInt32BE(mebibytes * MIB - head.length);
  const sent = request(url, {
    method: 'PUT',
    headers: { 'content-type': 'video/mp4', 'content-length': String(mebibytes * MIB) },
  });
  const answered = once(sent, 'response');
  sent.write(head);
  sent.write(rest);
  for (let left = mebibytes * MIB - head.length - rest.length; left > 0; left -= chunk.length) {
    if (!sent.write(left < chunk.length ? chunk.subarray(0, left) : chunk)) await once(sent, 'drain');
  }
  sent.end();
  const [answer] = await answered;
  answer.resume();
  return answer.statusCode;
}

const counted = (all: readonly unknown[]) =>
  Object.fromEntries(Object.entries(Object.groupBy(all, String)).map(([name, each = []]) => [name, each.length]));

/** Uploads large videos at once, and waits until they are processed. */
export async function uploadAtOnce({ root, uploads, mebibytes, say = () => {} }: UploadLoad): Promise<UploadReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-uploads-'));
  const server = await startServer({ root, dataDir, environment: { ...MEASURED, FFMPEG: '/nowhere' } });
  try {
    const { owner, conversation } = await createTenant(httpClient(server.url), 'uploads');
    await conversation('c');
    const posted = await Promise.all(Array.from({ length: uploads }, () => postMedia(owner, 'c', 'VIDEO')));
    const beforeMiB = peakMiB(server);
    const urls = posted.map(({ body }) => `${server.url}/api/v1${pathOf(body.asset.upload_url)}`);
    const statuses = counted(await Promise.all(urls.map((url) => send(url, mebibytes))));
    say(`${uploads} uploads of ${mebibytes} MiB: ${JSON.stringify(statuses)}, ${peakMiB(server)} MiB at most`);
    const statusesOf = async () => {
      const { messages } = (await owner.mustCall('GET', `/conversations/c/messages?limit=${uploads}`)).body;
      return messages.map(({ asset }: { asset: { status: string } }) => asset.status) as readonly string[];
    };
    const ended = await until(statusesOf, (all) => !all.some((status) => PASSING.includes(status)), PROCESSED_MS);
    const report = { beforeMiB, peakMiB: peakMiB(server), statuses, assets: counted(ended) };
    say(JSON.stringify(report));
    return report;
  } finally {
    await server.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
