import { RETRY_PAUSES, TEST_RETRY_PAUSES } from '../../catalogue/webhook-retries.js';
import { TEST_TYPE } from '../../catalogue/webhook-types.js';
import type { CommandGateway } from '../../engine/commands/command-gateway.js';
import { type Instant, SECOND } from '../../kernel/instant.js';
import { Rejection } from '../../kernel/rejection.js';
import { webhookSettings } from '../../modules/reach/webhook/domain/webhook.resource.js';
import { type Incoming, type OutboundHttp, OutgoingFailure } from '../../ports/delivery/outbound-http.js';
import type { Clock, Ids } from '../../ports/process/clock.js';
import type { Attempt, Delivery } from '../plan/delivery.js';
import type { EndpointSettings, WebhookEndpoint } from '../plan/endpoint-settings.js';
import type { AttemptSpans } from './attempt-spans.js';
import { nextAttempt, retryAfter, spread } from './retry-schedule.js';
import { signed } from './signature.js';

const TIMEOUT_MS = 15 * SECOND;
const ANSWER_BYTES = 4_096;
const GONE = 410;

/** Why an endpoint is disabled: it returned 410, or every attempt failed for `DISABLED_AFTER_DAYS`. */
export type DisabledReason = 'gone' | 'failing';

export interface Trying {
  readonly id: string;
  readonly delivery: Delivery;
  /** Attempts that count as made, in addition to those of the delivery. */
  readonly counted: number;
}

/** One attempt at a time: calls the endpoint and says what becomes of the delivery. */
export class WebhookSender {
  constructor(
    private readonly http: OutboundHttp,
    private readonly commands: CommandGateway,
    private readonly endpoints: EndpointSettings,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly pauses: readonly number[] = RETRY_PAUSES,
    private readonly spans?: AttemptSpans,
  ) {}

  /** The delivery after one more attempt. */
  attempt(tenantId: string, trying: Trying, endpoint: WebhookEndpoint, body: string): Promise<Delivery> {
    const make = () => this.make(tenantId, trying, endpoint, body);
    return this.spans ? this.spans.around(tenantId, trying.id, trying.delivery, make) : make();
  }

  private async make(tenantId: string, trying: Trying, endpoint: WebhookEndpoint, body: string): Promise<Delivery> {
    const { webhookId } = trying.delivery;
    const at = this.clock.now();
    const signers = endpoint.signing.filter(({ until }) => until === undefined || until > at);
    const headers = {
      ...signed(
        signers.map(({ signer }) => signer),
        webhookId,
        at,
        body,
      ),
      'content-type': 'application/json',
      'user-agent': 'Tidings-Webhooks',
    };
    const url = endpoint.settings?.value.endpointUrl ?? '';
    const bounds = { timeoutMs: TIMEOUT_MS, maxBytes: ANSWER_BYTES, statusOnly: true } as const;
    const request = { tenantId, url, method: 'POST', headers, body, ...bounds } as const;
    try {
      const answer = await this.http.send(request);
      if (answer.status === GONE) await this.disable(tenantId, endpoint, 'gone', webhookId);
      return this.after(trying, attemptOf(at, answer), answer);
    } catch (error) {
      if (!(error instanceof OutgoingFailure)) throw error;
      return this.after(trying, { at, durationMs: error.durationMs, error: error.fault });
    }
  }

  private after({ id, delivery, counted }: Trying, attempt: Attempt, answer?: Incoming): Delivery {
    const { nextAttemptAt: _, heldUntil: _held, ...rest } = delivery;
    const attempts = [...delivery.attempts, attempt];
    const done = { ...rest, attempts };
    if (answer && answer.status >= 200 && answer.status < 300) return { ...done, status: 'DELIVERED' };
    if (answer?.status === GONE) return { ...done, status: 'FAILED' };
    const now = this.clock.now();
    const requested = retryAfter(answer?.headers['retry-after'], now);
    const next = nextAttempt(now, {
      attempts: attempts.length - delivery.earlier + counted,
      retryAfter: requested,
      ...(delivery.type === TEST_TYPE
        ? { pauses: TEST_RETRY_PAUSES }
        : { pauses: this.pauses, jitter: spread(id, String(attempts.length)) }),
    });
    if (next === undefined) return { ...done, status: 'FAILED' };
    return { ...done, nextAttemptAt: next, ...(requested === undefined ? {} : { heldUntil: next }) };
  }

  /** Unless the settings were changed since they were read: then it was another endpoint that failed. */
  async disable(
    tenantId: string,
    { settings }: WebhookEndpoint,
    reason: DisabledReason,
    causeId: string,
  ): Promise<void> {
    if (!settings) return;
    const at = this.clock.now();
    const commandId = this.ids.derived(at, `webhook-${reason}`, tenantId, String(settings.revision));
    const meta = { tenantId, actor: 'system', at, commandId, causationId: causeId, correlationId: causeId };
    const patch = { enabled: false, disabledAt: at, disabledReason: reason };
    const change = { patch, ifMatch: [settings.revision] };
    try {
      const { events } = await this.commands.execute(new webhookSettings.Change(tenantId, change, meta));
      for (const event of events) this.endpoints.apply(event);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
    }
  }
}

function attemptOf(at: Instant, { status, durationMs }: Incoming): Attempt {
  const made = { at, statusCode: status, durationMs };
  if (status >= 200 && status < 300) return made;
  return { ...made, error: status >= 300 && status < 400 ? 'redirect' : 'status' };
}
