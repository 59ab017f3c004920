import type { Agent, IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { FieldErrorCode } from '../../catalogue/error-texts/field-errors.js';
import { NO_TENANT } from '../../kernel/stream.js';
import { http } from '../../lib/node-http.js';
import {
  type Incoming,
  type OutboundHttp,
  type Outgoing,
  OutgoingFailure,
} from '../../ports/delivery/outbound-http.js';
import { permitting } from './blocked.js';
import { faultOf, UnresolvedName } from './fault-of.js';
import { type Address, addressesOf, type Resolve, readTarget, remembering } from './targets.js';
import { tunnelled } from './tunnel.js';

const FREE_SOCKETS = 256;
const IDLE_MS = 4_000;
const HEADER_BYTES = 16_384;

export interface SsrfSafeHttpOptions {
  /** Ranges that may be reached though they are private. */
  readonly allow?: readonly string[];
  /** Ranges that may not be reached, also where `allow` has them. */
  readonly deny?: readonly string[];
  /** HTTP proxy that makes the connections. Default: none. */
  readonly proxy?: URL | undefined;
  readonly resolve: Resolve;
}

/**
 * Looks a name up, checks every address it has, and connects only to one of those, even if the name changes meanwhile.
 * Follows no redirect, decodes nothing, ignores proxy settings of the system.
 */
export class SsrfSafeHttp implements OutboundHttp {
  private readonly permits: (address: string) => boolean;
  private readonly resolve: Resolve;
  private readonly resolveNow: Resolve;
  /** For a request whose connection is not kept. */
  private readonly once: { readonly plain: Agent | false; readonly tls: https.Agent | false };
  private readonly agents: { readonly plain: Agent; readonly tls: https.Agent };

  constructor({ allow = [], deny = [], proxy, resolve }: SsrfSafeHttpOptions) {
    const kept = { keepAlive: true, maxFreeSockets: FREE_SOCKETS, timeout: IDLE_MS };
    this.permits = permitting(allow, deny);
    this.resolveNow = resolve;
    this.resolve = remembering(resolve, () => performance.now());
    const [plain, tls] = [new http.Agent(kept), new https.Agent(kept)];
    this.agents = proxy ? { plain: tunnelled(plain, proxy, false), tls: tunnelled(tls, proxy, true) } : { plain, tls };
    this.once = proxy
      ? { plain: tunnelled(new http.Agent(), proxy, false), tls: tunnelled(new https.Agent(), proxy, true) }
      : { plain: false, tls: false };
  }

  async send(request: Outgoing): Promise<Incoming> {
    const startedMs = performance.now();
    const took = () => Math.round(performance.now() - startedMs);
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), request.timeoutMs);
    try {
      const target = readTarget(request.url);
      if (!target) throw new Error('The URL is not allowed.');
      const addresses = await before(over.signal, this.checked(target, request.tenantId));
      const answer = await this.exchange(request, target, addresses, over.signal);
      return { ...answer, durationMs: took() };
    } catch (error) {
      throw new OutgoingFailure(over.signal.aborted ? 'timeout' : faultOf(error), took());
    } finally {
      clearTimeout(timer);
    }
  }

  async checkAddress(url: string, tenantId: string): Promise<FieldErrorCode | undefined> {
    const target = readTarget(url);
    if (!target) return 'errors.field.address';
    const addresses = await addressesOf(target, tenantId, this.resolveNow).catch(() => []);
    return addresses.every(({ address }) => this.permits(address)) ? undefined : 'errors.field.address';
  }

  async close(): Promise<void> {
    this.agents.plain.destroy();
    this.agents.tls.destroy();
  }

  private async checked(target: URL, tenantId = NO_TENANT): Promise<readonly Address[]> {
    const addresses = await addressesOf(target, tenantId, this.resolve).catch(() => []);
    if (addresses.length === 0) throw new UnresolvedName();
    if (addresses.every(({ address }) => this.permits(address))) return addresses;
    throw new Error('No address could be reached.');
  }

  /** Once more where a kept connection had been closed by the other side just then. */
  private async exchange(request: Outgoing, target: URL, addresses: readonly Address[], signal: AbortSignal) {
    try {
      return await this.ask(request, target, addresses, signal);
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
      return this.ask(request, target, addresses, signal);
    }
  }

  private ask(
    request: Outgoing,
    target: URL,
    addresses: readonly Address[],
    signal: AbortSignal,
  ): Promise<Omit<Incoming, 'durationMs'>> {
    const { method, headers, body } = request;
    const tls = target.protocol === 'https:';
    const pinned: LookupFunction = (_name, { all }, done) => {
      const [first] = addresses as readonly [Address, ...Address[]];
      if (all) done(null, [...addresses]);
      else done(null, first.address, first.family);
    };
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const asked = (tls ? https : http).request(target, {
        method,
        headers: { ...headers, ...length },
        agent: (request.once ? this.once : this.agents)[tls ? 'tls' : 'plain'],
        lookup: pinned,
        maxHeaderSize: HEADER_BYTES,
        signal,
      });
      asked.on('error', (error: NodeJS.ErrnoException) =>
        reject(asked.reusedSocket && error.code === 'ECONNRESET' ? new StaleConnection() : error),
      );
      asked.on('response', (answer) => {
        if (request.statusOnly) asked.removeAllListeners('error').on('error', () => undefined);
        (request.statusOnly ? drained(answer, request) : read(answer, request)).then(resolve, reject);
      });
      asked.end(body);
    });
  }
}

class StaleConnection extends Error {}

/** Time for a body that nobody needs. It is read so that the connection can be used again. */
const DRAIN_MS = 1_000;

async function drained(answer: IncomingMessage, request: Outgoing): Promise<Omit<Incoming, 'durationMs'>> {
  const timer = setTimeout(() => answer.destroy(), DRAIN_MS);
  try {
    return await read(answer, request);
  } catch {
    return { ...headOf(answer), body: '', isCut: true };
  } finally {
    clearTimeout(timer);
  }
}

function headOf(answer: IncomingMessage): Pick<Incoming, 'status' | 'headers'> {
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  return { status: answer.statusCode ?? 0, headers: Object.fromEntries(headers) };
}

/** Reads the beginning of an answer that is too long, then drops its connection. */
async function read(answer: IncomingMessage, { maxBytes }: Outgoing): Promise<Omit<Incoming, 'durationMs'>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isCut = false;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    isCut = bytes > maxBytes;
    if (isCut) break;
  }
  return { ...headOf(answer), body: Buffer.concat(chunks).subarray(0, maxBytes).toString(), isCut };
}

/** Ends the wait when `signal` fires; the awaited work itself goes on. */
function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
