import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { OperationalKind } from '../../../../catalogue/retention.js';
import { removeEntries } from '../../../../engine/erasure/remove-entries.js';
import { SECRETS, type Secrets } from '../../../../ports/identity/secrets.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';

const KIND = 'refused-address' satisfies OperationalKind;

/** A number refuses every SMS of the tenant; an e-mail address refuses the mails to one participant. */
export type RefusedAddress =
  | { readonly channel: 'SMS'; readonly to: string }
  | { readonly channel: 'EMAIL'; readonly to: string; readonly conversationId: string; readonly participantId: string };

/** Short, because links contain it. */
const shortened = (id: string): string => `${hash('sha256', id, 'base64url').slice(0, 22)}.`;
const mailsTo = (conversationId: string, participantId?: string): string =>
  [conversationId, ...(participantId === undefined ? [] : [participantId])].map(shortened).join('');

/**
 * Addresses that refuse notifications, by digest: an entry holds while the participant has that address. The id of a mail's
 * begins with the participant, so that it is found without the address.
 */
@Injectable()
export class RefusedAddresses {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {}

  /** Id of the address, from which the address cannot be read. */
  idOf(tenantId: string, address: RefusedAddress): string {
    const digest = this.digestOf(tenantId, address);
    if (address.channel === 'SMS') return digest;
    return `${mailsTo(address.conversationId, address.participantId)}${digest}`;
  }

  /** Earlier versions kept an entry under the digest alone. */
  async has(tenantId: string, address: RefusedAddress): Promise<boolean> {
    for (const id of new Set([this.idOf(tenantId, address), this.digestOf(tenantId, address)]))
      if (await this.operations.get({ tenantId, kind: KIND, id })) return true;
    return false;
  }

  /** Durable once the promise resolves. */
  note(tenantId: string, address: RefusedAddress): Promise<void> {
    return this.noteId(tenantId, this.idOf(tenantId, address));
  }

  /** The same, by the id of the address. */
  async noteId(tenantId: string, id: string): Promise<void> {
    await this.operations.put({ tenantId, kind: KIND, id }, true);
  }

  /** Forgets the refusals of a participant, or of everyone in a conversation. */
  forgetMails(tenantId: string, conversationId: string, participantId?: string): Promise<void> {
    return removeEntries(this.operations, { tenantId, kind: KIND, prefix: mailsTo(conversationId, participantId) });
  }

  /** From which the address cannot be read. */
  private digestOf(tenantId: string, address: RefusedAddress): string {
    const of = address.channel === 'SMS' ? [] : [address.conversationId, address.participantId];
    return this.secrets.digest(KIND, JSON.stringify([tenantId, address.channel, address.to, ...of]));
  }
}
