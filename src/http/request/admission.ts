import type { FastifyRequest } from 'fastify';
import type { RateLimiter, RateVerdict } from '../../fairness/rate-limits/rate-limiter.js';
import { RefusedCredentials } from '../../fairness/rate-limits/refused-credentials.js';
import { isPublic, mayCall, principalName } from '../../kernel/access.js';
import type { Caller } from '../../kernel/caller.js';
import { Rejection, reject } from '../../kernel/rejection.js';
import { API_KEY_HEADER, type Authenticator, type Credentials } from '../../ports/identity/authenticator.js';
import type { Clock } from '../../ports/process/clock.js';
import type { Logger } from '../../ports/process/logger.js';
import type { EndpointInfo } from '../openapi/endpoint/endpoint-info.js';
import { clientNetwork, isThroughUntrusted, tidyForwarded } from '../server/client-network.js';
import { timesOf } from './header-times.js';

const UNTRUSTED =
  'A request came through a proxy that TRUST_PROXY does not name. Rate limits count all clients of this proxy as one';

/**
 * Judges a request by its headers, before its body is read: credentials, role and rate limits. A request that is
 * refused here costs no more than its headers.
 */
export class Admission {
  private readonly refused: RefusedCredentials;
  private hasSaid = false;

  constructor(
    private readonly authenticator: Authenticator,
    private readonly rates: RateLimiter,
    clock: Clock,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {
    this.refused = new RefusedCredentials(clock);
  }

  /** @throws Rejection 400, 401, 403, 429 */
  admit(request: FastifyRequest, endpoint: EndpointInfo): void | Promise<void> {
    request.context.endpoint = endpoint;
    const address = this.networkOf(request);
    request.context.network = address;
    if (isPublic(endpoint.permission)) {
      if (!endpoint.permission.startsWith('service.')) request.context.rate = this.anonymous(endpoint, address);
      return;
    }
    if (timesOf('authorization', request.raw.rawHeaders) > 1) return reject('errors.credentials.ambiguous');
    const credentials = credentialsOf(request);
    this.refused.check(credentials);
    this.rates.check('failed', [address], () => this.authenticator.tenantOf(credentials) !== undefined);
    return this.authenticate(request, endpoint, credentials, address);
  }

  private networkOf(request: FastifyRequest): string {
    tidyForwarded(request.raw);
    const { ip } = request;
    if (!this.hasSaid && isThroughUntrusted(request.raw, ip)) {
      this.hasSaid = true;
      this.logger.warn({}, UNTRUSTED);
    }
    return clientNetwork(ip);
  }

  private authenticate(
    request: FastifyRequest,
    endpoint: EndpointInfo,
    credentials: Credentials,
    address: string,
  ): void | Promise<void> {
    const failed = (error: unknown): never => {
      const isWrong = error instanceof Rejection && error.code !== 'errors.tenant.suspended';
      if (isWrong) this.rates.note('failed', address);
      throw error;
    };
    let caller: Caller | Promise<Caller>;
    try {
      caller = this.authenticator.authenticate(credentials);
    } catch (error) {
      return failed(error);
    }
    if (!(caller instanceof Promise)) return this.allow(request, endpoint, credentials, caller);
    return caller.then((known) => this.allow(request, endpoint, credentials, known), failed);
  }

  private allow(request: FastifyRequest, endpoint: EndpointInfo, credentials: Credentials, caller: Caller): void {
    request.context.caller = caller;
    const address = endpoint.rate && this.rates.take(endpoint.rate, request.context.network);
    const own = this.refused.whenRefused(credentials, () => {
      const credential = this.rates.take('credential', caller.tenantId, principalName(caller));
      return tighter(credential, this.rates.take('tenant', caller.tenantId));
    });
    request.context.rate = tighter(own, address);
    if (!mayCall(caller, endpoint.permission)) reject('errors.forbidden');
  }

  private anonymous({ rate }: EndpointInfo, address: string): RateVerdict | undefined {
    return this.rates.take(rate ?? 'anonymous', address);
  }
}

const credentialsOf = ({ headers }: FastifyRequest): Credentials => ({
  authorization: headers.authorization,
  apiKey: headers[API_KEY_HEADER] as string | undefined,
});

/** The bucket that has less left. */
const tighter = (a: RateVerdict | undefined, b: RateVerdict | undefined): RateVerdict | undefined =>
  a && b ? (a.remaining <= b.remaining ? a : b) : (a ?? b);
