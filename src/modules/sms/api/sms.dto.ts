import type { SmsSettingsRecord } from '../../../../projections/sms-settings/projection.js';
import { PhoneField, TextField, TimestampField } from '../../../http/fields/fields.js';

const ACCOUNT = /^AC[A-Za-z0-9]+$/;
const SERVICE = /^MG[A-Za-z0-9]+$/;

const description = {
  username: 'First variant: who signs in',
  accountSid: 'Second variant: the account',
  service: 'Second variant: the messaging service that chooses the sender, instead of a phone number',
  phone: 'Who sends, where the conversation type names no sender',
};

export class SmsSettingsFieldsDto {
  @TextField({ description: description.username, max: 100, optional: true })
  username?: string;

  @TextField({ description: description.accountSid, max: 64, pattern: ACCOUNT, optional: true })
  account_sid?: string;

  @TextField({ description: description.service, max: 64, pattern: SERVICE, optional: true })
  message_service_sid?: string;

  @PhoneField({ description: description.phone, example: '+4930123456', optional: true })
  phone_number?: string;
}

export class ReplaceSmsSettingsDto extends SmsSettingsFieldsDto {
  @TextField({ description: 'First variant; never comes back', max: 200, optional: true })
  auth_token?: string;

  @TextField({ description: 'Second variant; never comes back', max: 200, optional: true })
  account_auth_token?: string;
}

export class SmsSettingsDto extends SmsSettingsFieldsDto {
  @TimestampField({ description: 'When they were made' })
  created_at!: string;

  @TimestampField({ description: 'When they last changed' })
  updated_at!: string;
}

/** What the provider posts of a message; more than this is taken and passed over. */
export class SmsStatusDto {
  @TextField({ description: 'Its id of the message', max: 64, optional: true })
  MessageSid?: string;

  @TextField({ description: 'queued, sent, delivered, undelivered, failed …', max: 64 })
  MessageStatus!: string;

  @TextField({ description: 'Why it failed', max: 64, optional: true })
  ErrorCode?: string;
}

export function toSmsSettingsDto({ createdAt, updatedAt, value }: SmsSettingsRecord): SmsSettingsDto {
  const { username, accountSid, messageServiceSid, phoneNumber } = value;
  return {
    ...(username === undefined ? {} : { username }),
    ...(accountSid === undefined ? {} : { account_sid: accountSid }),
    ...(messageServiceSid === undefined ? {} : { message_service_sid: messageServiceSid }),
    ...(phoneNumber === undefined ? {} : { phone_number: phoneNumber }),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
