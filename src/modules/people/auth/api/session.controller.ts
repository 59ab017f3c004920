import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { limits } from '../../../../catalogue/limits/limits.js';
import { BoundedAnswers, rowsBy } from '../../../../http/answer/bounded-answers.js';
import { listing } from '../../../../http/answer/paging.js';
import { QueryPayload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { reject } from '../../../../kernel/rejection.js';
import type { Query, Reader } from '../../../../ports/stores/document-store.js';
import { Principals } from '../application/principals.service.js';
import { signInMark } from '../application/refresh-token.js';
import { type OpenFamily, RefreshTokenFamilies } from '../application/refresh-token-families.service.js';
import { type SessionDto, SessionListDto, SessionQueryDto } from './session.dto.js';

/** Bytes of a large row. */
const ROW_BYTES = 4_096;

@ApiTags('Users')
@Controller('users/me/sessions')
export class SessionController {
  constructor(
    @Inject(Principals) private readonly principals: Principals,
    @Inject(RefreshTokenFamilies) private readonly families: RefreshTokenFamilies,
    @Inject(BoundedAnswers) private readonly answers: BoundedAnswers,
  ) {}

  @Endpoint('session.list', {
    route: 'GET',
    summary: 'List the sessions of the calling user',
    description:
      'A session begins with a sign-in and ends after 14 days without a refresh, at the latest after 60 days.',
    query: SessionQueryDto,
    responses: { 200: SessionListDto },
  })
  async list(@QueryPayload(SessionQueryDto) query: SessionQueryDto, @Ctx() ctx: RequestContext) {
    const { tenantId, id, sessionId } = ctx.caller;
    const user = (await this.principals.user(tenantId, id)) ?? reject('errors.unauthenticated');
    const open = await this.families.openOf(tenantId, id, signInMark(user.value));
    const page = await listing(readerOf(open), query, {}, limits.listDefault, () => undefined);
    return this.answers.page(
      ctx,
      'sessions',
      page,
      rowsBy(ROW_BYTES, (each: OpenFamily) => toSessionDto(each, sessionId)),
    );
  }

  @Endpoint('session.delete', {
    route: 'DELETE :session_id',
    summary: 'End a session of the calling user',
    description: 'Its refresh token, its access tokens and its sockets end too.',
    responses: { 204: null },
    errors: ['errors.session.not_found'],
  })
  async remove(@Param('session_id') sid: string, @Ctx() { caller }: RequestContext): Promise<void> {
    if (!(await this.families.end(caller.tenantId, caller.id, sid))) reject('errors.session.not_found');
  }
}

const toSessionDto = ({ sid, family }: OpenFamily, current: string | undefined): SessionDto => ({
  id: sid,
  created_at: family.startedAt,
  last_used_at: family.lastUsedAt ?? family.startedAt,
  ...(family.userAgent === undefined ? {} : { user_agent: family.userAgent }),
  current: sid === current,
});

/** A bounded list, read as other lists are from their documents; a cursor names the last session of a page. */
function readerOf(all: readonly OpenFamily[]): Pick<Reader<OpenFamily>, 'find' | 'count'> {
  return {
    count: async () => all.length,
    async find({ after, offset = 0, limit }: Query) {
      const from = after ? all.findIndex(({ sid }) => sid === after.key) + 1 : offset;
      const docs = all.slice(from, from + limit);
      return { docs, keys: docs.map(({ sid }) => sid), hasMore: from + limit < all.length };
    },
  };
}
