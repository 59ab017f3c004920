import { Inject, Injectable } from '@nestjs/common';
import { tenantOf } from '../../../../../projections/tenant/reads.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import { SECOND } from '../../../../kernel/instant.js';
import { Rejection } from '../../../../kernel/rejection.js';
import type { Coordinates, GeocoderLanguage } from '../../../../ports/delivery/geocoder.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { Geocoding } from './geocoding.service.js';

/** Pause after a failure or a late result of the geocoder, so that an outage slows down few messages. */
const PAUSE_MS = 30 * SECOND;

const supported = (language: string | undefined): GeocoderLanguage | undefined =>
  (['en', 'de'] as const).find((each) => each === language?.toLowerCase().split('-')[0]);

/** Addresses of locations that were posted without one. */
@Injectable()
export class LocationAddresses {
  private pausedUntilMs = Number.NEGATIVE_INFINITY;

  constructor(
    @Inject(Geocoding) private readonly geocoding: Geocoding,
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The address in the language of the location, else of the tenant. undefined where there is none, or none within
   * `limits.addressWaitMs`: a message does not fail for want of an address.
   */
  async of(tenantId: string, location: Coordinates & { readonly language?: string }): Promise<string | undefined> {
    if (this.clock.monotonic() < this.pausedUntilMs) return undefined;
    const language = supported(location.language) ?? (await this.languageOf(tenantId));
    const { latitude, longitude } = location;
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => late.resolve(this.pause()), limits.addressWaitMs);
    const found = this.nearest(tenantId, { latitude, longitude }, language);
    return Promise.race([found, late.promise]).finally(() => clearTimeout(timer));
  }

  private async nearest(tenantId: string, at: Coordinates, language: GeocoderLanguage): Promise<string | undefined> {
    try {
      const [place] = await this.geocoding.reverse(tenantId, { ...at, language }, 'background');
      return place?.formattedAddress;
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      return this.pause();
    }
  }

  private pause(): undefined {
    this.pausedUntilMs = this.clock.monotonic() + PAUSE_MS;
  }

  private async languageOf(tenantId: string): Promise<GeocoderLanguage> {
    return supported((await tenantOf(this.documents, tenantId))?.value.preferredLanguage) ?? 'en';
  }
}
