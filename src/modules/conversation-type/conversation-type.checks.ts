import { Inject, Injectable } from '@nestjs/common';
import type { Kept, Patch } from '../../kernel/resource.js';
import type { ConversationType } from './conversation-type.resource.js';

/** What must hold of a conversation type beyond its fields: schema, templates, and the conversations that have it. */
@Injectable()
export class ConversationTypeChecks {
  async checked(_tenantId: string, value: ConversationType): Promise<ConversationType> {
    return value;
  }
  async checkedPatch(
    _tenantId: string,
    _before: Kept<ConversationType>,
    patch: Patch<ConversationType>,
    _force: boolean,
  ) {
    return patch;
  }
  async checkedReplacement(
    _tenantId: string,
    _before: Kept<ConversationType> | undefined,
    value: ConversationType,
    _force: boolean,
  ) {
    return value;
  }
  async unused(_tenantId: string, _id: string): Promise<void> {}
}
