import { Body, Controller, Headers, Inject, Param } from '@nestjs/common';
import { ApiConsumes, ApiTags } from '@nestjs/swagger';
import { isPhone } from '../../../../catalogue/text/formats.js';
import { CONFIG, type Config } from '../../../../config/config.js';
import { Outbox } from '../../../../engine/effects/outbox.js';
import { formFields } from '../../../../http/body/form.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { UUID } from '../../../../kernel/ids.js';
import { reject } from '../../../../kernel/rejection.js';
import { SMS_PROVIDER, type SmsProvider } from '../../../../ports/delivery/sms.js';
import { RefusedAddresses } from '../../notification/application/refused-addresses.service.js';
import { SmsAccountReader } from '../application/sms-account.reader.js';
import { readStatusToken, statusUrl } from '../application/sms-status-url.js';
import { deliveryReport } from '../domain/sms-delivery.js';
import { SmsStatusDto } from './sms.dto.js';

@ApiTags('SMS')
@Controller('sms/twilio/status')
export class SmsStatusController {
  constructor(
    @Inject(SmsAccountReader) private readonly accounts: SmsAccountReader,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(SMS_PROVIDER) private readonly provider: SmsProvider,
    @Inject(RefusedAddresses) private readonly refused: RefusedAddresses,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @ApiConsumes('application/x-www-form-urlencoded')
  @Endpoint('sms-status.report', {
    route: 'POST :token',
    summary: 'Receive a signed delivery status from the SMS provider',
    body: SmsStatusDto,
    form: true,
    responses: { 204: null },
    errors: ['errors.forbidden', 'errors.not_found'],
  })
  async tell(
    @Param('token') token: string,
    @Headers('x-twilio-signature') signature: string | undefined,
    @Body() body: unknown,
  ): Promise<void> {
    const of = readStatusToken(token);
    const account = UUID.test(of.tenantId) ? await this.accounts.of(of.tenantId) : undefined;
    if (!account) return reject('errors.not_found');
    const form = fields(body);
    const url = statusUrl(this.config.publicUrl, of);
    if (!this.provider.isGenuine(account.secret, signature ?? '', url, form)) reject('errors.forbidden');
    if (!(await this.outbox.find(of.tenantId, of.effectId))) return reject('errors.not_found');
    const report = deliveryReport(form.MessageStatus ?? form.SmsStatus ?? '', form.ErrorCode);
    if (!report) return;
    if (report.status === 'suppressed' && isPhone(form.To ?? '')) {
      await this.refused.note(of.tenantId, { channel: 'SMS', to: form.To ?? '' });
    }
    await this.outbox.settle({ tenantId: of.tenantId, id: of.effectId }, ({ channel, status, receipt }) => {
      const isOver = status === 'suppressed' || status === 'failed' || status === report.status;
      if (channel !== 'SMS' || isOver) return undefined;
      return { ...report, ...(receipt === undefined && form.MessageSid ? { receipt: form.MessageSid } : {}) };
    });
  }
}

/** All posted members, since the signature covers all of them. The signature of a longer form never matches. */
const fields = (body: unknown): Readonly<Record<string, string>> =>
  Buffer.isBuffer(body) ? Object.fromEntries(formFields(body.toString())) : {};
