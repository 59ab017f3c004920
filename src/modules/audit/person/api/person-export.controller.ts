import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { may } from '../../../../kernel/access.js';
import { reject, rejectAt } from '../../../../kernel/rejection.js';
import { AuditReads } from '../../read/application/audit-reads.service.js';
import type { PersonQuestion } from '../application/person-search.js';
import { PersonExports } from './person-export.answers.js';
import { ParticipantExportQueryDto, PersonExportDto, UserExportQueryDto } from './person-export.dto.js';

const PAGES =
  'A large export has several pages. Follow `next_cursor` until `has_more` is false. The read is an event itself.';

@ApiTags('Participants')
@Controller('participants')
export class PersonExportController {
  constructor(
    @Inject(PersonExports) private readonly exports: PersonExports,
    @Inject(AuditReads) private readonly reads: AuditReads,
  ) {}

  @Endpoint('participant.export', {
    route: 'GET export',
    summary: 'Export the data of a person by e-mail address or phone number',
    description: `The export has the data of the person in all conversations of the tenant, for articles 15 and 20 of the GDPR. It has no text of anyone else. A former address also finds the person. An unknown person gets empty lists. ${PAGES}`,
    query: ParticipantExportQueryDto,
    responses: { 200: PersonExportDto },
  })
  async export(@QueryPayload(ParticipantExportQueryDto) query: ParticipantExportQueryDto, @Ctx() ctx: RequestContext) {
    const { cursor, ...address } = query;
    const answer = await this.exports.answer(ctx, addressOf(address), cursor);
    await this.reads.note(ctx.caller, ctx.cause, 'export', address);
    return answer;
  }
}

/** One of the two. @throws Rejection 400 */
function addressOf({ email, phone_number: phoneNumber }: ParticipantExportQueryDto): PersonQuestion {
  if (email !== undefined && phoneNumber !== undefined) {
    rejectAt('phone_number', 'errors.field.together', { other: 'email' });
  }
  if (email !== undefined) return { email };
  return phoneNumber === undefined ? rejectAt('email', 'errors.field.required') : { phoneNumber };
}

@ApiTags('Users')
@Controller('users')
export class UserExportController {
  constructor(
    @Inject(PersonExports) private readonly exports: PersonExports,
    @Inject(AuditReads) private readonly reads: AuditReads,
  ) {}

  @Endpoint('user.export', {
    route: 'GET :user_id/export',
    summary: 'Export the data of a user',
    description: `The export has the data of the user in all conversations of the tenant, for articles 15 and 20 of the GDPR. It has no text of anyone else. A deleted user is also found. ${PAGES}`,
    query: UserExportQueryDto,
    responses: { 200: PersonExportDto },
    errors: ['errors.user.not_found'],
  })
  async export(
    @Param('user_id') userId: string,
    @QueryPayload(UserExportQueryDto) { cursor }: UserExportQueryDto,
    @Ctx() ctx: RequestContext,
  ) {
    // A user of another tenant is not found, also by a caller who may not read it.
    const answer = await this.exports.answer(ctx, { userId }, cursor);
    if (ctx.caller.id !== userId && !may(ctx.caller, 'user.export-another')) reject('errors.forbidden');
    await this.reads.note(ctx.caller, ctx.cause, 'export', { user_id: userId });
    return answer;
  }
}
