import { Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { SmsSettingsRecord } from '../../../../../projections/sms-settings/projection.js';
import { Payload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Commands } from '../../../../http/request/commands.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { reject } from '../../../../kernel/rejection.js';
import type { ResourceState } from '../../../../kernel/resource.js';
import { SmsAccountReader } from '../application/sms-account.reader.js';
import { PROVIDER, type SmsSettings, smsSettings } from '../domain/sms-settings.resource.js';
import { ofOneVariant } from './sms.checks.js';
import { ReplaceSmsSettingsDto, SmsSettingsDto, toSmsSettingsDto } from './sms.dto.js';

@ApiTags('SMS')
@Controller('sms/twilio/settings')
export class SmsSettingsController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(SmsAccountReader) private readonly accounts: SmsAccountReader,
  ) {}

  @Endpoint('sms-settings.read', {
    route: 'GET',
    summary: 'Read the SMS provider settings without secrets',
    responses: { 200: SmsSettingsDto },
    errors: ['errors.sms_settings.not_found'],
    etag: true,
    asOf: true,
  })
  async read(@Ctx() ctx: RequestContext): Promise<SmsSettingsDto> {
    return shown(ctx, await this.existing(ctx));
  }

  @Endpoint('sms-settings.replace', {
    route: 'PUT',
    summary: 'Create or replace the SMS provider settings',
    description: 'The variants are `username` with `auth_token`, and `account_sid` with `account_auth_token`.',
    body: ReplaceSmsSettingsDto,
    responses: { 200: SmsSettingsDto, 201: SmsSettingsDto },
    etag: true,
  })
  async replace(@Payload(ReplaceSmsSettingsDto) body: ReplaceSmsSettingsDto, @Ctx() ctx: RequestContext) {
    ofOneVariant(body);
    const before = await this.accounts.record(ctx.caller.tenantId);
    const wish = { value: this.toValue(body, before?.value), ifMatch: ctx.ifMatch };
    const command = new smsSettings.Replace(PROVIDER, wish, ctx.meta());
    const { state, events } = await this.commands.sendAndWait<ResourceState<SmsSettings>>(ctx, command);
    if (events.some(({ type }) => type === 'SmsSettingsCreated')) ctx.created('/api/v1/sms/twilio/settings');
    return shown(ctx, state.record ?? reject('errors.sms_settings.not_found'));
  }

  @Endpoint('sms-settings.delete', {
    route: 'DELETE',
    summary: 'Delete the SMS provider settings',
    description: 'Later SMS are written to the outbox folder of the deployment.',
    responses: { 204: null },
    errors: ['errors.sms_settings.not_found'],
    etag: true,
  })
  async remove(@Ctx() ctx: RequestContext): Promise<void> {
    await this.existing(ctx);
    await this.commands.sendAndWait(ctx, new smsSettings.Remove(PROVIDER, { ifMatch: ctx.ifMatch }, ctx.meta()));
  }

  private async existing({ caller }: RequestContext): Promise<SmsSettingsRecord> {
    return (await this.accounts.record(caller.tenantId)) ?? reject('errors.sms_settings.not_found');
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

function shown(ctx: RequestContext, record: SmsSettingsRecord): SmsSettingsDto {
  ctx.revision = record.revision;
  return toSmsSettingsDto(record);
}
