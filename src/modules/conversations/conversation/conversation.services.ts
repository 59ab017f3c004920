import { Module } from '@nestjs/common';
import { BlobChecks } from './application/blob-checks.service.js';
import { BlobQuota } from './application/blob-quota.service.js';
import { ConversationReader } from './application/conversation.reader.js';
import { ConversationDataService } from './application/conversation-data.service.js';
import { ConversationDataAsOf } from './application/conversation-data-as-of.service.js';
import { ConversationInLogService } from './application/conversation-in-log.service.js';
import { ConversationUndo } from './application/conversation-undo.service.js';
import { LargeValues } from './application/large-values.service.js';
import { MessageGates } from './application/message-gates.service.js';
import { WorkflowParticipant } from './application/workflow-participant.service.js';

const services = [
  ConversationReader,
  ConversationInLogService,
  BlobChecks,
  BlobQuota,
  LargeValues,
  MessageGates,
  ConversationDataService,
  ConversationDataAsOf,
  ConversationUndo,
  WorkflowParticipant,
];

/** Services that other modules inject. */
@Module({ providers: services, exports: services })
export class ConversationServices {}
