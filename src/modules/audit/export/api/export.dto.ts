import { AUDIT_EVENT_TYPES } from '../../../../catalogue/audit/subjects.js';
import { limits } from '../../../../catalogue/limits/limits.js';
import {
  ChoiceField,
  ChoicesField,
  FreeObjectField,
  IntegerField,
  NumberField,
  ObjectField,
  TextField,
  TimestampField,
  UuidField,
} from '../../../../http/fields/fields.js';
import { ListDto, PageQueryDto } from '../../../../http/fields/paging.dto.js';
import { AuditFiltersDto } from '../../event/api/audit-event.dto.js';

const FORMATS = ['ndjson', 'csv'] as const;
const STATUSES = ['RUNNING', 'DONE', 'FAILED'] as const;
const FAILURES = ['disk_full', 'too_large', 'internal'] as const;
const URL_LENGTH = 1_000;
const MOST_TYPES = AUDIT_EVENT_TYPES.length;

export class ExportFiltersDto extends AuditFiltersDto {
  @ChoicesField({ description: 'Types of the events.', of: AUDIT_EVENT_TYPES, most: MOST_TYPES, optional: true })
  override type?: string[];

  @ChoiceField({ description: 'Order by position. Default: DESC.', of: ['ASC', 'DESC'], optional: true })
  order?: 'ASC' | 'DESC';
}

export class CreateExportDto {
  @ObjectField({
    description: 'Filters of `GET /audit/events`. Default: all events of the tenant.',
    of: ExportFiltersDto,
    optional: true,
  })
  filters?: ExportFiltersDto;

  @ChoiceField({ description: 'Format of the file.', of: FORMATS })
  format!: (typeof FORMATS)[number];
}

export class ExportDto {
  @UuidField({ description: 'Id of the export.' })
  id!: string;

  @ChoiceField({ description: 'Status. DONE and FAILED are final.', of: STATUSES })
  status!: (typeof STATUSES)[number];

  @ChoiceField({
    description:
      'Reason of the status FAILED: the disk has no room, the file is larger than 4 GiB, or the service failed.',
    of: FAILURES,
    optional: true,
  })
  failure?: (typeof FAILURES)[number];

  @ChoiceField({ description: 'Format of the file.', of: FORMATS })
  format!: (typeof FORMATS)[number];

  @FreeObjectField({ description: 'Filters of the request.' })
  filters!: object;

  @IntegerField({ description: 'Number of events in the file so far.', min: 0, max: Number.MAX_SAFE_INTEGER })
  events!: number;

  @NumberField({ description: 'Completed share of the log, from 0 to 1.', min: 0, max: 1 })
  progress!: number;

  @TextField({
    description: 'Signed URL of the file, valid for 15 minutes. Present once DONE.',
    max: URL_LENGTH,
    optional: true,
  })
  url?: string;

  @TextField({
    description:
      'Signed URL of the manifest, valid for 15 minutes. The manifest is a signed note (C2SP) over canonical JSON (RFC 8785). Present once DONE.',
    max: URL_LENGTH,
    optional: true,
  })
  manifest_url?: string;

  @TextField({ description: 'SHA-256 of the file in hex. Present once DONE.', min: 64, max: 64, optional: true })
  sha256?: string;

  @TextField({
    description: 'Checkpoint that covers all events of the file, as a signed note. It follows the end within seconds.',
    max: limits.checkpointNote,
    optional: true,
  })
  checkpoint?: string;

  @TimestampField({ description: 'Time of the request.' })
  requested_at!: string;

  @TimestampField({ description: 'Time of the end. Absent while the status is RUNNING.', optional: true })
  completed_at?: string;

  @TimestampField({ description: 'Time at which the export and its file are removed.' })
  expires_at!: string;
}

export class ExportQueryDto extends PageQueryDto {}
export const ExportListDto = ListDto('exports', ExportDto);
