import { Inject, Injectable } from '@nestjs/common';
import type { SmsSettingsRecord } from '../../../../../projections/sms-settings/projection.js';
import { smsSettingsOf } from '../../../../../projections/sms-settings/reads.js';
import type { SmsAccount } from '../../../../ports/delivery/sms.js';
import { SECRETS, type Secrets } from '../../../../ports/identity/secrets.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { PROVIDER, SMS_SECRET } from '../domain/sms-settings.resource.js';

/** A tenant's account at its SMS provider, opened. */
@Injectable()
export class SmsAccountReader {
  constructor(
    @Inject(DOCUMENT_STORE) private readonly documents: DocumentStore,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {}

  async record(tenantId: string): Promise<SmsSettingsRecord | undefined> {
    return smsSettingsOf(this.documents, tenantId).get(PROVIDER);
  }

  /** undefined where the tenant has no provider. @throws Error when the master key is another */
  async of(tenantId: string): Promise<SmsAccount | undefined> {
    const record = await this.record(tenantId);
    if (!record) return undefined;
    const { username, authToken, accountSid, accountAuthToken, phoneNumber, messageServiceSid } = record.value;
    return {
      user: accountSid ?? username ?? '',
      secret: this.secrets.unseal(SMS_SECRET, accountAuthToken ?? authToken ?? ''),
      ...(phoneNumber === undefined ? {} : { phoneNumber }),
      ...(messageServiceSid === undefined ? {} : { messagingServiceId: messageServiceSid }),
    };
  }

  /** An equal secret keeps its sealed form, so that equal settings do not count as a change. */
  sealed(secret: string | undefined, before: string | undefined): string | undefined {
    if (secret === undefined) return undefined;
    const isSame = before !== undefined && this.secrets.unseal(SMS_SECRET, before) === secret;
    return isSame ? before : this.secrets.seal(SMS_SECRET, secret);
  }
}
