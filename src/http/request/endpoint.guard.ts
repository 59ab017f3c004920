import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../../config/config.js';
import { Idempotency } from '../../engine/commands/idempotency.js';
import { EventLog } from '../../engine/log/event-log.js';
import { ServedVersions } from '../../engine/read-models/building/served-versions.js';
import { CaughtUp } from '../../engine/read-models/caught-up.js';
import { Pasts } from '../../engine/read-models/past/pasts.js';
import { principalKind } from '../../kernel/access.js';
import type { Moment } from '../../kernel/event.js';
import { FieldErrors, reject } from '../../kernel/rejection.js';
import { storable } from '../../lib/storable.js';
import { readMoment } from '../fields/moments.js';
import { readPosition } from '../fields/positions.js';
import { AT } from '../openapi/endpoint/as-of.js';
import type { EndpointInfo } from '../openapi/endpoint/endpoint-info.js';
import { acceptedType } from './accepted-type.js';
import { beginKeyed } from './idempotent.js';
import { requireRecentSignIn } from './recent-sign-in.js';
import type { RequestContext } from './request-context.js';

const OWN_WRITES_MS = 100;

type Requested = string | readonly string[] | undefined;

/** Health, metrics and documents. They wait for no store and no read model. */
const isAboutService = ({ permission }: EndpointInfo): boolean => permission.startsWith('service.');

/** Every request that was admitted passes here before its handler: known input, position, idempotency key. Default deny. */
@Injectable()
export class EndpointGuard implements CanActivate {
  constructor(
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(Idempotency) private readonly idempotency: Idempotency,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(Pasts) private readonly pasts: Pasts,
    @Inject(ServedVersions) private readonly served: ServedVersions,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { endpoint } = request.context;
    if (!endpoint) return reject('errors.forbidden');
    return this.caughtUp.hasBegun || isAboutService(endpoint)
      ? this.admit(request, endpoint)
      : this.begun().then(() => this.admit(request, endpoint));
  }

  /** One process can answer while another still builds the read models. */
  private async begun(): Promise<void> {
    const { least } = this.caughtUp;
    await this.caughtUp.mustReach(least);
  }

  private admit(request: FastifyRequest, endpoint: EndpointInfo): boolean | Promise<boolean> {
    const { headers, context } = request;
    if (!endpoint.text && !endpoint.sends && !endpoint.page) {
      context.accepted = acceptedType(headers.accept, endpoint.alsoSends) ?? reject('errors.not_acceptable');
    }
    const moment = endpoint.asOf && takeMoment(request);
    rejectUnknownInput(request, endpoint);
    requireRecentSignIn(request, endpoint, this.config.reauthSeconds);
    if (isAboutService(endpoint)) return this.see(context);
    if (moment !== undefined) return this.answerAsOf(context, moment, headers['tidings-position']);
    const requested = headers['tidings-position'];
    const keyed = headers['idempotency-key'] !== undefined;
    if (requested === undefined && !keyed) {
      const seen = request.method === 'GET' && !endpoint.text ? this.ownWrites() : true;
      if (seen instanceof Promise) return seen.then(() => this.see(context));
      return this.see(context);
    }
    return this.prepare(request, endpoint, requested);
  }

  /** A plain read sees what this process acknowledged before, unless the read models are far behind. */
  private ownWrites(): Promise<boolean> | true {
    return this.caughtUp.reached(this.log.appended, OWN_WRITES_MS);
  }

  private async answerAsOf(context: RequestContext, moment: Moment, requested: Requested): Promise<true> {
    if (requested !== undefined) await this.caughtUp.mustReach(readPosition(requested, 'tidings-position'));
    context.answerAsOf(await this.pasts.of(context.caller.tenantId, moment, AT));
    return this.see(context);
  }

  private see(context: RequestContext): true {
    this.served.renew();
    context.reached(this.caughtUp.position);
    return true;
  }

  private async prepare(request: FastifyRequest, endpoint: EndpointInfo, requested: Requested) {
    if (requested !== undefined) {
      const position = readPosition(requested, 'tidings-position');
      await this.caughtUp.mustReach(position);
    }
    this.see(request.context);
    await beginKeyed(this.idempotency, request, endpoint);
    return true;
  }
}

/** The moment of the request, which leaves the query. @throws Rejection 400 at `at`; 403 for a client */
function takeMoment({ query, context }: FastifyRequest): Moment | undefined {
  const given = query as Record<string, unknown>;
  const text = given[AT];
  if (text === undefined) return undefined;
  if (principalKind(context.caller) === 'participant') return reject('errors.forbidden');
  delete given[AT];
  return readMoment(text, AT);
}

/** Refuses query parameters and body members that the endpoint does not define, by name. */
function rejectUnknownInput(request: FastifyRequest, endpoint: EndpointInfo): void {
  const type = request.headers['content-type'];
  const takesFiles = endpoint.file !== undefined;
  if (type !== undefined && request.body !== undefined && !takesFiles && isForm(type) !== (endpoint.form ?? false)) {
    reject('errors.content_type.unsupported');
  }
  const found = new FieldErrors();
  const query = request.query as Readonly<Record<string, unknown>>;
  for (const [name, value] of Object.entries(query)) {
    if (!endpoint.query) found.add(name, 'errors.field.unknown');
    else if (![value].flat().every((text) => storable(String(text)))) found.add(name, 'errors.field.characters');
  }
  if (!endpoint.body && !endpoint.file && request.body !== undefined && request.body !== null) {
    if (typeof request.body !== 'object' || Array.isArray(request.body)) {
      found.add('', 'errors.field.type', { type: 'object' });
    } else {
      for (const name of Object.keys(request.body)) found.add(name, 'errors.field.unknown');
    }
  }
  found.throwIfAny();
}

const isForm = (contentType: string) => contentType.toLowerCase().startsWith('application/x-www-form-urlencoded');
