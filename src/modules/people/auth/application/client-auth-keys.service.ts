import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../../../catalogue/limits/limits.js';
import { operationalRetention } from '../../../../catalogue/retention.js';
import { DAY, type Instant, plus } from '../../../../kernel/instant.js';
import { innerId } from '../../../../kernel/stream.js';
import type { ClientAuthKeys } from '../../../../ports/identity/client-auth-keys.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../ports/process/clock.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';
import {
  CLIENT_AUTH_KEY_BYTES,
  type ClientAuthKeyHolder,
  clientAuthKeyDigest,
  type IssuedKeys,
} from './client-auth-key.js';

/** By digest: the participant that the key lets in. */
const KEY = 'client-auth-key';
/** By participant: the digests of its newest keys. */
const ISSUED = 'client-auth-keys-issued';

/** The key itself is durable; a crash of the machine may lose what counts it. */
const RELAXED = { relaxed: true } as const;

/** Opaque keys of clients' links; the token call exchanges them (contract 3, 11). */
@Injectable()
export class ClientAuthKeysService implements ClientAuthKeys {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  async issue(tenantId: string, conversationId: string, participantId: string): Promise<string> {
    const key = this.ids.secret(CLIENT_AUTH_KEY_BYTES);
    const digest = clientAuthKeyDigest(key) as string;
    const holder: ClientAuthKeyHolder = { conversationId, participantId };
    const due = plus(this.clock.now(), operationalRetention[KEY].days * DAY);
    await this.operations.put({ tenantId, kind: KEY, id: digest }, holder, { expected: 0, due });
    const dropped = await this.count(tenantId, holder, digest, due);
    await Promise.all(dropped.map((id) => this.operations.remove({ tenantId, kind: KEY, id }, undefined, RELAXED)));
    return key;
  }

  /** undefined: there is no such key in the tenant, or it has expired. */
  async find(tenantId: string, text: string): Promise<ClientAuthKeyHolder | undefined> {
    const id = clientAuthKeyDigest(text);
    if (id === undefined) return undefined;
    const entry = await this.operations.get<ClientAuthKeyHolder>({ tenantId, kind: KEY, id });
    return entry?.due !== undefined && entry.due > this.clock.now() ? entry.value : undefined;
  }

  /** Returns the digests of the oldest keys beyond the limit. An attempt fails only if another one succeeds. */
  private async count(
    tenantId: string,
    { conversationId, participantId }: ClientAuthKeyHolder,
    digest: string,
    due: Instant,
  ): Promise<readonly string[]> {
    const id = { tenantId, kind: ISSUED, id: innerId(conversationId, participantId) };
    for (;;) {
      const known = await this.operations.get<IssuedKeys>(id);
      const alive = (known?.value ?? []).filter((each) => each.due > this.clock.now());
      const all = [...alive, { digest, due }];
      const kept = all.slice(-limits.clientAuthKeys);
      const ends = plus(this.clock.now(), operationalRetention[ISSUED].days * DAY);
      const options = { expected: known?.revision ?? 0, due: ends, ...RELAXED };
      if (await this.operations.put(id, kept, options)) return all.slice(0, -kept.length).map((each) => each.digest);
    }
  }
}
