import { Inject, Injectable } from '@nestjs/common';
import { cacheBudgets } from '../../../../catalogue/cache-budgets.js';
import { epochMs, type Instant, MINUTE } from '../../../../kernel/instant.js';
import { lruCache } from '../../../../lib/lru-cache.js';
import { LOGGER, type Logger } from '../../../../ports/process/logger.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import { keyUseOf } from './credentials/api-key.js';

/** Notes when API keys were last used, at most a minute late. It makes no event, and no request waits for it. */
@Injectable()
export class KeyUse {
  private readonly noted = lruCache<string, number>({ bytes: cacheBudgets.apiKeyUses });

  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  note(tenantId: string, keyId: string, at: Instant): void {
    const atMs = epochMs(at);
    if (atMs - (this.noted.get(keyId) ?? 0) < MINUTE) return;
    this.noted.set(keyId, atMs);
    this.operations.put(keyUseOf(tenantId, keyId), at, { relaxed: true }).catch((err: unknown) => {
      this.noted.delete(keyId);
      this.logger.warn({ err, key_id: keyId }, 'The last use of an API key was not stored; the next use stores it');
    });
  }
}
