import { Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Payload } from '../../../../http/fields/payload.js';
import { Endpoint } from '../../../../http/openapi/endpoint/endpoint.js';
import { Ctx, type RequestContext } from '../../../../http/request/request-context.js';
import { Rejection, rejectAt } from '../../../../kernel/rejection.js';
import { type RenderRequest, TemplateRendering } from '../application/rendering.service.js';
import { smsSegments } from '../domain/sms-segments.js';
import { RenderedTemplateDto, RenderTemplateDto } from './message-template.dto.js';

/** Path in the body of each reference that can be missing. */
const REFERENCES: Readonly<Record<string, string>> = {
  'errors.conversation.not_found': 'conversation_id',
  'errors.participant.not_found': 'participant_id',
};

@ApiTags('Message templates')
@Controller('message_templates/:name/render')
export class RenderingController {
  constructor(@Inject(TemplateRendering) private readonly rendering: TemplateRendering) {}

  @Endpoint('message-template.render', {
    route: 'POST',
    reads: true,
    summary: 'Render a message template for a conversation without sending it',
    body: RenderTemplateDto,
    responses: { 200: RenderedTemplateDto },
    errors: ['errors.message_template.not_found'],
  })
  async render(
    @Param('name') name: string,
    @Payload(RenderTemplateDto) body: RenderTemplateDto,
    @Ctx() ctx: RequestContext,
  ): Promise<RenderedTemplateDto> {
    const { conversation_id: conversationId, participant_id: participantId, language } = body;
    const {
      text,
      sms,
      language: spoken,
      missing,
    } = await this.rendered({
      tenantId: ctx.caller.tenantId,
      name,
      conversationId,
      isPreview: true,
      ...(participantId === undefined ? {} : { participantId }),
      ...(language === undefined ? {} : { language }),
    });
    ctx.headers['Cache-Control'] = 'no-store';
    return { text, language: spoken, missing: [...missing], sms_segments: smsSegments(sms) };
  }

  private async rendered(request: RenderRequest) {
    try {
      return await this.rendering.render(request);
    } catch (error) {
      const path = error instanceof Rejection ? REFERENCES[error.code] : undefined;
      if (path === undefined) throw error;
      return rejectAt(path, 'errors.field.reference');
    }
  }
}
