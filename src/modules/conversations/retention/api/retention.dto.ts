import type { ConversationListItem } from '../../../../../projections/conversation-list/projection.js';
import type { RetentionRun } from '../../../../../projections/retention-run/projection.js';
import { ChoiceField, IdField, IntegerField, TimestampField, UuidField } from '../../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../../http/fields/paging.dto.js';
import {
  dueAt,
  GRACE_DAYS,
  RETENTION_SCOPES,
  type RetentionPolicy,
  type RetentionScope,
} from '../../../../kernel/retention.js';

const description = {
  at: 'Time for which the preview is made, for example a time in the future. Default: now.',
  scope: 'Conversations that the policy removes: archived ones or all.',
  days: 'Days after which a conversation is due.',
};

export class RetentionPreviewQueryDto extends PageQueryDto {
  @TimestampField({ description: description.at, optional: true })
  at?: string;
}

export class DueConversationDto {
  @IdField({ description: 'Id of the conversation.' })
  id!: string;

  @TimestampField({
    description: `Time at which the conversation is due. Retention removes it ${GRACE_DAYS} day later or after that.`,
  })
  due_at!: string;
}

export class RetentionPreviewDto extends ListDto('conversations', DueConversationDto) {
  @ChoiceField({ description: `${description.scope} Absent without a policy.`, of: RETENTION_SCOPES, optional: true })
  scope?: RetentionScope;

  @IntegerField({ description: `${description.days} Absent without a policy.`, min: 1, max: 36_500, optional: true })
  days?: number;

  @TimestampField({ description: 'Time for which the preview is made.' })
  at!: string;
}

export class RetentionRunDto {
  @UuidField({ description: 'Id of the run.' })
  id!: string;

  @IdField({ description: 'Id of the conversation type.' })
  conversation_type_id!: string;

  @ChoiceField({ description: description.scope, of: RETENTION_SCOPES })
  scope!: RetentionScope;

  @IntegerField({ description: description.days, min: 1, max: 36_500 })
  days!: number;

  @TimestampField({ description: 'Time at which the run found the first conversation to remove.' })
  started_at!: string;

  @TimestampField({
    description: 'Time at which the removal was complete. Absent while the run continues.',
    optional: true,
  })
  finished_at?: string;

  @IntegerField({ description: 'Number of conversations that the run removed.', min: 0, max: Number.MAX_SAFE_INTEGER })
  removed!: number;
}

export class RetentionRunQueryDto extends PageQueryDto {}
export class RetentionRunListDto extends ListDto('runs', RetentionRunDto) {}

export const toDueDto =
  (policy: RetentionPolicy) =>
  (item: ConversationListItem): DueConversationDto => ({ id: item.id, due_at: dueAt(policy, item) ?? item.updatedAt });

export const toRunDto = ({ conversationTypeId, startedAt, finishedAt, ...run }: RetentionRun): RetentionRunDto => ({
  id: run.id,
  conversation_type_id: conversationTypeId,
  scope: run.scope,
  days: run.days,
  started_at: startedAt,
  ...(finishedAt === undefined ? {} : { finished_at: finishedAt }),
  removed: run.removed,
});
