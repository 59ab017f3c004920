import { Inject, Injectable } from '@nestjs/common';
import { QueueLengths } from '../../../../engine/effects/queue-lengths.js';
import { QueueFull } from '../../../../fairness/queue/fair-bounds.js';
import { FairRunner } from '../../../../fairness/queue/fair-runner.js';
import { SECOND } from '../../../../kernel/instant.js';
import { reject } from '../../../../kernel/rejection.js';
import {
  type AddressedLocation,
  GEOCODER,
  type Geocoder,
  GeocoderUnavailable,
  type ReverseQuestion,
  type StructuredQuestion,
  type TextQuestion,
} from '../../../../ports/delivery/geocoder.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import type { Priority } from '../../../../ports/process/priority.js';
import { AnswersCache } from './answers-cache.js';

/** For a place in the queue. */
const WAIT_MS = 10 * SECOND;
const RETRY_SECONDS = 5;
/** A few metres, so that neighbouring questions share an answer. */
const DECIMALS = 5;
/** A tenant takes up its own places alone, and messages leave some to those who ask. */
const BOUNDS = {
  running: { total: 32, perTenant: 4 },
  reserved: { total: 8, perTenant: 2 },
  waiting: { total: 1_024, perTenant: 64 },
};

type Places = readonly AddressedLocation[];

const rounded = (degrees: number): number => Number(degrees.toFixed(DECIMALS));

/** Questions of tenants to the geocoder, in turns of the fair queue; answers of a server are remembered for a while. */
@Injectable()
export class Geocoding {
  private readonly turns = new FairRunner(BOUNDS);
  private readonly answers: AnswersCache;

  constructor(
    @Inject(GEOCODER) private readonly geocoder: Geocoder,
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(QueueLengths) queues: QueueLengths,
  ) {
    this.answers = new AnswersCache(() => clock.monotonic());
    queues.add('geocoder', () => this.turns.waiting);
  }

  /** @throws Rejection `errors.geocoder.unavailable` */
  search(tenantId: string, question: TextQuestion): Promise<Places> {
    return this.answer(tenantId, { search: question }, () => this.geocoder.search(question));
  }

  /** Without such a street, the postal code, then the place that the text names, all in the country. @throws Rejection as `search` */
  structured(tenantId: string, question: StructuredQuestion & { readonly street: string }): Promise<Places> {
    const { street, ...area } = question;
    return this.answer(tenantId, { structured: question }, async () => {
      const found = await this.geocoder.structured(question);
      if (found.length > 0) return found;
      const inArea = area.postalCode === undefined ? [] : await this.geocoder.structured(area);
      if (inArea.length > 0) return inArea;
      const { postalCode: _, ...place } = area;
      return this.geocoder.search({ text: street, ...place });
    });
  }

  /** Nearest first. @throws Rejection as `search` */
  reverse(tenantId: string, question: ReverseQuestion, priority: Priority = 'interactive'): Promise<Places> {
    const { latitude, longitude, language } = question;
    const near = { latitude: rounded(latitude), longitude: rounded(longitude), language };
    return this.answer(tenantId, { reverse: near }, () => this.geocoder.reverse(near), priority);
  }

  private async answer(
    tenantId: string,
    question: object,
    ask: () => Promise<Places>,
    priority: Priority = 'interactive',
  ): Promise<Places> {
    const key = JSON.stringify(question);
    const known = this.answers.get(tenantId, key);
    if (known) return known;
    const signal = AbortSignal.timeout(WAIT_MS);
    try {
      const places = await this.turns.run({ tenantId, priority, key, signal }, ask);
      if (this.geocoder.isRemote) this.answers.set(tenantId, key, places);
      return places;
    } catch (error) {
      return this.unavailable(tenantId, error);
    }
  }

  private unavailable(tenantId: string, error: unknown): never {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    if (!(error instanceof GeocoderUnavailable || error instanceof QueueFull || isLate)) throw error;
    this.logger.warn({ tenantId, reason: error.message }, 'The geocoder did not answer as it must');
    return reject('errors.geocoder.unavailable', { retry_after: RETRY_SECONDS });
  }
}
