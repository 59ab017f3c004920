import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../../config/config.js';
import { UUID } from '../../../../kernel/ids.js';
import { SECRETS, type Secrets } from '../../../../ports/identity/secrets.js';
import { RefusedAddresses } from './refused-addresses.service.js';

const PURPOSE = 'mail-unsubscribe';

/** A participant's address that may be unsubscribed, as the token names it. */
export interface UnsubscribeTicket {
  readonly tenantId: string;
  readonly addressId: string;
}

/** Links in mails by which a participant refuses further ones. They do not expire, and name no address. */
@Injectable()
export class UnsubscribeLinks {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(RefusedAddresses) private readonly refused: RefusedAddresses,
  ) {}

  to(tenantId: string, to: string, conversationId: string, participantId: string): string {
    const addressId = this.refused.idOf(tenantId, { channel: 'EMAIL', to, conversationId, participantId });
    const text = Buffer.from(JSON.stringify([tenantId, addressId])).toString('base64url');
    const token = `${text}.${this.secrets.digest(PURPOSE, text)}`;
    return `${this.config.publicUrl}/api/v1/notifications/unsubscribe/${token}`;
  }

  /** undefined: the token is forged or of another purpose. */
  read(token: string): UnsubscribeTicket | undefined {
    const [text = '', digest = '', more] = token.split('.');
    const [given, made] = [Buffer.from(digest), Buffer.from(this.secrets.digest(PURPOSE, text))];
    if (more !== undefined || given.length !== made.length || !timingSafeEqual(given, made)) return undefined;
    const [tenantId = '', addressId = ''] = JSON.parse(Buffer.from(text, 'base64url').toString()) as string[];
    return UUID.test(tenantId) ? { tenantId, addressId } : undefined;
  }
}
