import { Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { KeptSmsSettings } from '../../../../projections/sms-settings/projection.js';
import { Call } from '../../../http/openapi/endpoint.js';
import { type Exchange, Here } from '../../../http/pipeline/request-context.js';
import { Payload } from '../../../http/fields/payload.js';
import { Writes } from '../../../http/pipeline/commands.js';
import { reject } from '../../../kernel/rejection.js';
import type { ResourceState } from '../../../kernel/resource.js';
import { ofOneVariant } from './sms.checks.js';
import { ReplaceSmsSettingsDto, SmsSettingsDto, toSmsSettingsDto } from './sms.dto.js';
import { SmsAccounts } from '../application/sms-account.reader.js';
import { PROVIDER, type SmsSettings, smsSettings } from '../domain/sms-settings.resource.js';

@ApiTags('SMS')
@Controller('sms/twilio/settings')
export class SmsSettingsController {
  constructor(
    @Inject(Writes) private readonly writes: Writes,
    @Inject(SmsAccounts) private readonly accounts: SmsAccounts,
  ) {}

  @Call('sms-settings.read', {
    route: 'GET',
    about: 'Read the SMS provider settings, without their secrets',
    answers: { 200: SmsSettingsDto },
    refuses: [404],
    single: true,
  })
  async read(@Here() here: Exchange): Promise<SmsSettingsDto> {
    return shown(here, await this.existing(here));
  }

  @Call('sms-settings.replace', {
    route: 'PUT',
    about: 'Set the SMS provider settings as a whole, in one of their two variants',
    body: ReplaceSmsSettingsDto,
    answers: { 200: SmsSettingsDto, 201: SmsSettingsDto },
    single: true,
  })
  async replace(@Payload(ReplaceSmsSettingsDto) body: ReplaceSmsSettingsDto, @Here() here: Exchange) {
    ofOneVariant(body);
    const before = await this.accounts.kept(here.caller.tenantId);
    const wish = { value: this.toValue(body, before?.value), ifMatch: here.ifMatch };
    const command = new smsSettings.Replace(PROVIDER, wish, here.meta());
    const { state, events } = await this.writes.done<ResourceState<SmsSettings>>(here, command);
    if (events.some(({ type }) => type === 'SmsSettingsCreated')) here.created('/api/v1/sms/twilio/settings');
    return shown(here, state.kept ?? reject('errors.sms_settings.not_found'));
  }

  @Call('sms-settings.delete', {
    route: 'DELETE',
    about: 'Delete the SMS provider settings; messages go to the outbox folder from then on',
    answers: { 204: null },
    refuses: [404],
    single: true,
  })
  async remove(@Here() here: Exchange): Promise<void> {
    await this.existing(here);
    await this.writes.done(here, new smsSettings.Remove(PROVIDER, { ifMatch: here.ifMatch }, here.meta()));
  }

  private async existing({ caller }: Exchange): Promise<KeptSmsSettings> {
    return (await this.accounts.kept(caller.tenantId)) ?? reject('errors.sms_settings.not_found');
  }

  private toValue(body: ReplaceSmsSettingsDto, before: SmsSettings = {}): SmsSettings {
    const { username, account_sid, message_service_sid, phone_number } = body;
    const authToken = this.accounts.sealed(body.auth_token, before.authToken);
    const accountAuthToken = this.accounts.sealed(body.account_auth_token, before.accountAuthToken);
    return {
      ...(username === undefined ? {} : { username }),
      ...(authToken === undefined ? {} : { authToken }),
      ...(account_sid === undefined ? {} : { accountSid: account_sid }),
      ...(accountAuthToken === undefined ? {} : { accountAuthToken }),
      ...(message_service_sid === undefined ? {} : { messageServiceSid: message_service_sid }),
      ...(phone_number === undefined ? {} : { phoneNumber: phone_number }),
    };
  }
}

function shown(here: Exchange, kept: KeptSmsSettings): SmsSettingsDto {
  here.revision = kept.revision;
  return toSmsSettingsDto(kept);
}
