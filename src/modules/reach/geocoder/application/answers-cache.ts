import { cacheBudgets } from '../../../../catalogue/cache-budgets.js';
import { DAY, HOUR } from '../../../../kernel/instant.js';
import { type LruCache, lruCache } from '../../../../lib/lru-cache.js';
import { sizeOf } from '../../../../lib/size-of.js';
import type { AddressedLocation } from '../../../../ports/delivery/geocoder.js';

const FOUND_MS = DAY;
/** A place may be added to the server's data. */
const NOTHING_MS = HOUR;

interface Answer {
  readonly untilMs: number;
  readonly places: readonly AddressedLocation[];
}

type AnswersOfTenant = LruCache<string, Answer>;

/**
 * Cached results of a geocoding server. A tenant fills its own share alone, and learns nothing about the queries of
 * others.
 */
export class AnswersCache {
  private readonly tenants = lruCache<string, AnswersOfTenant>({ bytes: cacheBudgets.geocoderAnswers });

  constructor(private readonly nowMs: () => number) {}

  get(tenantId: string, question: string): readonly AddressedLocation[] | undefined {
    const answer = this.tenants.get(tenantId)?.get(question);
    return answer && answer.untilMs > this.nowMs() ? answer.places : undefined;
  }

  set(tenantId: string, question: string, places: readonly AddressedLocation[]): void {
    const own = this.tenants.get(tenantId) ?? lruCache({ bytes: cacheBudgets.geocoderAnswersOfTenant });
    const untilMs = this.nowMs() + (places.length > 0 ? FOUND_MS : NOTHING_MS);
    own.set(question, { untilMs, places }, sizeOf(places));
    this.tenants.set(tenantId, own, own.bytes);
  }
}
