import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '../catalogue/limits/limits.js';
import type { Holding, TenantBudget } from '../fairness/tenant-budget.js';
import { Rejection, reject } from '../kernel/rejection.js';
import { token } from '../kernel/token.js';
import { StoreUnavailable } from '../ports/stores/event-store.js';
import type { JsonFile } from '../ports/stores/large-json.js';
import type { Spool, SpoolFile } from '../ports/stores/spool.js';
import { bodyLength } from './body-length.js';
import { BodySplitter } from './body-splitter.js';
import { joinedChunks } from './joined-chunks.js';

/** The member of conversation writes that may be large. */
const MEMBER = 'conversation_data';
const RETRY_SECONDS = 2;

/** Bytes of the large bodies that arrive or are worked on. */
export const LARGE_BODY_BYTES = token<TenantBudget>('LargeBodyBytes');

/** A body that was written to the disk. */
export interface LargeBody {
  /** SHA-256 of the body in hex. */
  readonly digest: string;
  /** The place of conversation_data; undefined unless it is an object. */
  readonly data?: JsonFile;
}

export interface LargeBodyTools {
  readonly spool: Spool;
  readonly inFlight: TenantBudget;
  /** The largest body of a conversation write, in bytes. */
  readonly largeBody: number;
}

const isJson = (type = ''): boolean => /^application\/(merge-patch\+)?json\b/i.test(type);

type Body = Readable & { receivedEncodedLength?: number };

/** A conversation write over 128 KiB goes to the disk; its handler gets it without conversation_data. */
export function takeLargeBodies(fastify: FastifyInstance, tools: LargeBodyTools): void {
  fastify.addHook('preParsing', (request, reply, payload, done) => {
    const length = bodyLength(request.headers);
    const takesData = request.routeOptions.bodyLimit === tools.largeBody && isJson(request.headers['content-type']);
    const isTooLarge = Number.isFinite(length) && length > tools.largeBody;
    if (!takesData || request.context.isAnonymous || length <= limits.inlineData || isTooLarge) {
      done(null, payload);
      return;
    }
    received(tools, request, payload as Readable).then(
      (body) => done(null, body),
      (error: Error) => {
        reply.header('Connection', 'close');
        done(isOurs(error) ? error : new Rejection('errors.body.malformed'));
      },
    );
  });
}

/** Others are of a connection that was lost. */
const isOurs = (error: Error): boolean => error instanceof Rejection || error instanceof StoreUnavailable;

async function received(tools: LargeBodyTools, request: FastifyRequest, payload: Readable): Promise<Body> {
  const own = tools.inFlight.open(request.context.caller.tenantId);
  request.context.onClosed(() => own.release());
  const first: Buffer[] = [];
  let large: SpooledBody | undefined;
  let bytes = 0;
  const add = async (chunk: Buffer) => {
    if (!large) first.push(chunk);
    else await large.add(chunk);
  };
  for await (const chunk of joinedChunks(payload)) {
    bytes += chunk.length;
    if (bytes > tools.largeBody) return reject('errors.body.too_large');
    admit(own, chunk.length);
    await add(chunk);
    if (large || bytes <= limits.inlineData) continue;
    const file = await tools.spool.create();
    request.context.onClosed(() => void file.remove());
    large = new SpooledBody(file);
    for (const each of first.splice(0)) await large.add(each);
  }
  if (!large) return Readable.from([Buffer.concat(first)], { objectMode: false });
  request.context.large = large.whole();
  return Object.assign(Readable.from([large.remaining], { objectMode: false }), { receivedEncodedLength: bytes });
}

/** @throws Rejection 429, 503 */
function admit(own: Holding, bytes: number): void {
  const full = own.take(bytes);
  if (full)
    reject(full === 'tenant' ? 'errors.rate_limited' : 'errors.store.unavailable', { retry_after: RETRY_SECONDS });
}

class SpooledBody {
  private readonly hash = createHash('sha256');
  private readonly splitter = new BodySplitter(MEMBER, limits.bodyBytes);

  constructor(private readonly file: SpoolFile) {}

  /** @throws Rejection 413 */
  async add(chunk: Buffer): Promise<void> {
    this.hash.update(chunk);
    this.splitter.write(chunk);
    if (this.splitter.isTooLarge) reject('errors.body.too_large');
    await this.file.add(chunk);
  }

  whole(): LargeBody {
    const { span } = this.splitter;
    const digest = this.hash.digest('hex');
    return span ? { digest, data: { ...this.file.place, ...span } } : { digest };
  }

  get remaining(): Buffer {
    return this.splitter.remaining;
  }
}
