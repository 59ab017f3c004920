import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { permissions } from '../../catalogue/permissions/permissions.js';
import type { Role } from '../../catalogue/permissions/roles.js';
import { Idempotency } from '../../engine/commands/idempotency.js';
import { EventLog } from '../../engine/log/event-log.js';
import { CaughtUp } from '../../engine/read-models/caught-up.js';
import type { Caller } from '../../kernel/caller.js';
import { type FieldError, Rejection, reject } from '../../kernel/rejection.js';
import { AUTHENTICATOR, type Authenticator } from '../../ports/authenticator.js';
import { readPosition } from '../fields/positions.js';
import { ENDPOINT, type EndpointInfo } from '../openapi/endpoint.js';
import { beginKeyed } from './idempotent.js';
import { storable } from './json-body.js';
import type { RequestContext } from './request-context.js';

const OWN_WRITES_MS = 100;

/** Every call passes here: who asks, whether they may, whether the request has a shape at all. Default deny. */
@Injectable()
export class EndpointGuard implements CanActivate {
  private readonly endpoints = new Map<object, EndpointInfo>();

  constructor(
    @Inject(AUTHENTICATOR) private readonly authenticator: Authenticator,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(Idempotency) private readonly idempotency: Idempotency,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const endpoint = this.endpointOf(context.getHandler());
    if (!endpoint) return reject('errors.forbidden');
    return this.caughtUp.hasBegun || endpoint.permission.startsWith('service.')
      ? this.identify(context, endpoint)
      : this.begun().then(() => this.identify(context, endpoint));
  }

  /** Of several processes one starts answering while another still makes the read models. */
  private async begun(): Promise<void> {
    const { least } = this.caughtUp;
    await this.caughtUp.mustReach(least);
  }

  private identify(context: ExecutionContext, endpoint: EndpointInfo): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    request.context.endpoint = endpoint;
    if (permissions[endpoint.permission] === 'public') return this.admit(request, endpoint);
    const caller = this.authenticator.authenticate({
      authorization: request.headers.authorization,
      apiKey: request.headers['x-api-key'] as string | undefined,
    });
    return caller instanceof Promise
      ? caller.then((known) => this.allow(request, endpoint, known))
      : this.allow(request, endpoint, caller);
  }

  private endpointOf(handler: object): EndpointInfo | undefined {
    const known = this.endpoints.get(handler);
    if (known) return known;
    const endpoint = Reflect.getMetadata(ENDPOINT, handler) as EndpointInfo | undefined;
    if (endpoint) this.endpoints.set(handler, endpoint);
    return endpoint;
  }

  private allow(request: FastifyRequest, endpoint: EndpointInfo, caller: Caller): boolean | Promise<boolean> {
    request.context.caller = caller;
    const roles = permissions[endpoint.permission] as readonly Role[];
    if (!roles.includes(caller.role)) return reject('errors.forbidden');
    return this.admit(request, endpoint);
  }

  private admit(request: FastifyRequest, endpoint: EndpointInfo): boolean | Promise<boolean> {
    const { headers, context } = request;
    if (!endpoint.text && !acceptable(headers.accept)) return reject('errors.not_acceptable');
    rejectUnknownInput(request, endpoint);
    const asked = headers['tidings-position'];
    const keyed = headers['idempotency-key'] !== undefined;
    if (asked === undefined && !keyed) {
      const seen = request.method === 'GET' && !endpoint.text ? this.ownWrites() : true;
      if (seen instanceof Promise) return seen.then(() => this.see(context));
      return this.see(context);
    }
    return this.prepare(request, endpoint, asked);
  }

  /** A plain read sees what this process acknowledged before, unless the read models are far behind. */
  private ownWrites(): Promise<boolean> | true {
    return this.caughtUp.reached(this.log.appended, OWN_WRITES_MS);
  }

  private see(context: RequestContext): true {
    context.reached(this.caughtUp.position);
    return true;
  }

  private async prepare(
    request: FastifyRequest,
    endpoint: EndpointInfo,
    asked: string | readonly string[] | undefined,
  ) {
    if (asked !== undefined) {
      const position = readPosition(asked, 'tidings-position');
      await this.caughtUp.mustReach(position);
    }
    request.context.reached(this.caughtUp.position);
    await beginKeyed(this.idempotency, request, endpoint);
    return true;
  }
}

/** JSON is all there is to answer. */
function acceptable(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return true;
  return accept.split(',').some((range) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    return !refused && (type === '*/*' || type === 'application/*' || type === 'application/json');
  });
}

/** What the call does not define is refused by name: query parameters, a body where none is taken. */
function rejectUnknownInput(request: FastifyRequest, endpoint: EndpointInfo): void {
  const type = request.headers['content-type'];
  if (type !== undefined && request.body !== undefined && isForm(type) !== (endpoint.form ?? false)) {
    reject('errors.content_type.unsupported');
  }
  const found: FieldError[] = [];
  const query = request.query as Readonly<Record<string, unknown>>;
  for (const [name, value] of Object.entries(query)) {
    if (!endpoint.query) found.push({ path: name, code: 'errors.field.unknown' });
    else if (![value].flat().every((text) => storable(String(text))))
      found.push({ path: name, code: 'errors.field.characters' });
  }
  if (!endpoint.body && request.body !== undefined && request.body !== null) {
    if (typeof request.body !== 'object' || Array.isArray(request.body)) {
      found.push({ path: '', code: 'errors.field.type', details: { type: 'object' } });
    } else {
      for (const name of Object.keys(request.body)) found.push({ path: name, code: 'errors.field.unknown' });
    }
  }
  if (found.length > 0) throw new Rejection('errors.validation.failed', found);
}

const isForm = (contentType: string) => contentType.toLowerCase().startsWith('application/x-www-form-urlencoded');
