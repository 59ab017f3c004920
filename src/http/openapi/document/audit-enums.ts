import {
  AUDIT_EVENT_TYPES,
  actorTexts,
  auditSubjects,
  SHOWN_KINDS,
  subjectTexts,
} from '../../../catalogue/audit/subjects.js';

/** The named enums of the audit and of exports. */
export const auditEnums = {
  AuditActorKind: { description: 'Kind of the actor of an event.', values: actorTexts },
  AuditEventType: {
    description: 'Type of an event of the log.',
    values: Object.fromEntries(AUDIT_EVENT_TYPES.map((type) => [type, `Its subject is ${auditSubjects[type]?.kind}.`])),
    isLong: true,
  },
  AuditDiffSubjectKind: {
    description: 'Kind of a subject that can be compared.',
    values: Object.fromEntries(SHOWN_KINDS.map((kind) => [kind, subjectTexts[kind]])),
  },
  DiffChangeOp: {
    description: 'Kind of a change.',
    values: {
      add: 'The value exists only at the second point in time.',
      remove: 'The value exists only at the first point in time.',
      replace: 'The value differs.',
    },
  },
  AuditSubjectKind: { description: 'Kind of the subject of an event.', values: subjectTexts },
  ExportFailure: {
    description: 'Reason why an export failed.',
    values: {
      disk_full: 'The disk of the service has no room for the file.',
      too_large: 'The file is larger than 4 GiB. Choose fewer events by a filter.',
      internal: 'The service failed to write the file.',
    },
  },
  ExportFormat: {
    description: 'Format of an exported file.',
    values: { ndjson: 'One JSON object a line.', csv: 'Comma-separated values (RFC 4180).' },
  },
  ExportStatus: {
    description: 'Status of an export.',
    values: {
      RUNNING: 'The file is being written.',
      DONE: 'The file can be downloaded.',
      FAILED: 'The export failed for the reason in `failure`.',
    },
  },
} as const;
