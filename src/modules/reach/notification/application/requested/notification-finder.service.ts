import { Inject, Injectable } from '@nestjs/common';
import { EFFECT_STATUSES, type Effect, effectFacet, Outbox } from '../../../../../engine/effects/outbox.js';
import { instant } from '../../../../../kernel/instant.js';
import type { ListedPage } from '../../../../../ports/stores/operational-store.js';
import { type About, CHANNELS, timeIn } from '../../domain/notification.effect.js';

const PAGE = 500;
const FACETS = CHANNELS.flatMap((channel) => EFFECT_STATUSES.map((status) => effectFacet(channel, status)));

/** Finds a notification by its id. */
@Injectable()
export class NotificationFinder {
  constructor(@Inject(Outbox) private readonly outbox: Outbox) {}

  /** An id holds the time of its decision, so only the notifications decided at that time are read. */
  async find(tenantId: string, id: string): Promise<Effect<About> | undefined> {
    const time = timeIn(id);
    if (time === undefined) return undefined;
    const range = { facets: FACETS, after: instant(time - 1), before: instant(time + 1) };
    for (let behind: ListedPage['behind']; ; ) {
      const page = await this.outbox
        .listed<About>(tenantId)
        .newest(range, { limit: PAGE, ...(behind ? { behind } : {}) });
      const found = page.find(({ value }) => value.about.id === id);
      if (found) return found.value;
      const last = page.at(-1);
      if (!last || page.length < PAGE) return undefined;
      behind = { at: last.value.plannedAt, id: last.key.id };
    }
  }
}
