import { Module } from '@nestjs/common';
import { personRecords } from '../../../../projections/person-record/projection.js';
import type { Manifest } from '../../../engine/manifest.js';
import { ConversationServices } from '../../conversations/conversation/conversation.services.js';
import { ParticipantServices } from '../../conversations/participant/participant.services.js';
import { NotificationServices } from '../../reach/notification/notification.services.js';
import { AuditReadModule } from '../read/read.manifest.js';
import { PersonExports } from './api/person-export.answers.js';
import { PersonExportController, UserExportController } from './api/person-export.controller.js';
import { PersonWalk } from './application/person-walk.service.js';
import { ReadMarks } from './application/read-marks.service.js';

/** The data of a person, whole (contract 15; articles 15 and 20 of the GDPR). */
@Module({
  imports: [AuditReadModule, ConversationServices, ParticipantServices, NotificationServices],
  controllers: [PersonExportController, UserExportController],
  providers: [PersonExports, PersonWalk, ReadMarks],
})
export class PersonModule {}

export const personManifest: Manifest = { name: 'person', module: PersonModule, projections: [personRecords] };
