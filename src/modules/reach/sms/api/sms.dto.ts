import type { SmsSettingsRecord } from '../../../../../projections/sms-settings/projection.js';
import { PhoneField, TextField, TimestampField } from '../../../../http/fields/fields.js';

const ACCOUNT = /^AC[A-Za-z0-9]+$/;
const SERVICE = /^MG[A-Za-z0-9]+$/;

const description = {
  username: 'User name of the account at the provider. It belongs with `auth_token`.',
  accountSid: 'SID of the account at the provider. It belongs with `account_auth_token`.',
  service:
    'SID of the messaging service that selects the sender. Either it or `phone_number` is required with `account_sid`.',
  phone: 'Sender for conversation types without `sms_sender_id`, in E.164.',
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
  @TextField({ description: 'Password of `username`. Responses never contain it.', max: 200, optional: true })
  auth_token?: string;

  @TextField({ description: 'Auth token of `account_sid`. Responses never contain it.', max: 200, optional: true })
  account_auth_token?: string;
}

export class SmsSettingsDto extends SmsSettingsFieldsDto {
  @TimestampField({ description: 'Time of creation.' })
  created_at!: string;

  @TimestampField({ description: 'Time of the last change.' })
  updated_at!: string;
}

/** Status callback of the provider; further members are accepted and ignored. */
export class SmsStatusDto {
  @TextField({ description: 'Id that the provider gave to the message.', max: 64, optional: true })
  MessageSid?: string;

  @TextField({
    description: 'Status of the message at the provider, for example `sent`, `delivered` or `failed`.',
    max: 64,
  })
  MessageStatus!: string;

  @TextField({ description: 'Phone number that the message was sent to.', max: 64, optional: true })
  To?: string;

  @TextField({ description: 'Error code of the provider.', max: 64, optional: true })
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
