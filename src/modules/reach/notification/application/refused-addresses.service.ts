import { Inject, Injectable } from '@nestjs/common';
import type { OperationalKind } from '../../../../catalogue/retention.js';
import { SECRETS, type Secrets } from '../../../../ports/identity/secrets.js';
import {
  OPERATIONAL_STORE,
  type OperationalKey,
  type OperationalStore,
} from '../../../../ports/stores/operational-store.js';

const KIND = 'refused-address' satisfies OperationalKind;

/** A number refuses every SMS of the tenant; an e-mail address refuses the mails to one participant. */
export type RefusedAddress =
  | { readonly channel: 'SMS'; readonly to: string }
  | { readonly channel: 'EMAIL'; readonly to: string; readonly conversationId: string; readonly participantId: string };

/** Addresses that refuse notifications, by digest: an entry holds while the participant has that address. */
@Injectable()
export class RefusedAddresses {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {}

  /** Id of the address, from which the address cannot be read. */
  idOf(tenantId: string, address: RefusedAddress): string {
    const of = address.channel === 'SMS' ? [] : [address.conversationId, address.participantId];
    return this.secrets.digest(KIND, JSON.stringify([tenantId, address.channel, address.to, ...of]));
  }

  async has(tenantId: string, address: RefusedAddress): Promise<boolean> {
    return (await this.operations.get(this.key(tenantId, address))) !== undefined;
  }

  /** Durable once the promise resolves. */
  note(tenantId: string, address: RefusedAddress): Promise<void> {
    return this.noteId(tenantId, this.idOf(tenantId, address));
  }

  /** The same, by the id of the address. */
  async noteId(tenantId: string, id: string): Promise<void> {
    await this.operations.put({ tenantId, kind: KIND, id }, true);
  }

  async forget(tenantId: string, address: RefusedAddress): Promise<void> {
    const found = await this.operations.get(this.key(tenantId, address));
    if (found) await this.operations.remove(found.key, found.revision);
  }

  private key(tenantId: string, address: RefusedAddress): OperationalKey {
    return { tenantId, kind: KIND, id: this.idOf(tenantId, address) };
  }
}
