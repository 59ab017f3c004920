import { resource } from '../../../../kernel/resource.js';
import type { RetentionScope } from '../../../../kernel/retention.js';
import type { ParticipantKind } from '../../conversation/domain/membership.events.js';

export const TEMPLATE_KINDS = [
  'NOTIFY_PARTICIPANTS_VIA_SMS',
  'NOTIFY_PARTICIPANTS_VIA_EMAIL',
  'REQUEST_LOCATION',
] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** Kind of message that each template must produce (contract 10). */
export const NAMED_KINDS = {
  NOTIFY_PARTICIPANTS_VIA_SMS: 'TEXT',
  NOTIFY_PARTICIPANTS_VIA_EMAIL: 'TEXT',
  REQUEST_LOCATION: 'REQUEST_LOCATION',
} as const satisfies Readonly<Record<TemplateKind, string>>;

/** The templates that the service ships, each for its kind (contract 10). */
export const SYSTEM_TEMPLATES: Readonly<Record<TemplateKind, string>> = {
  NOTIFY_PARTICIPANTS_VIA_SMS: 'system_notify_sms',
  NOTIFY_PARTICIPANTS_VIA_EMAIL: 'system_notify_email',
  REQUEST_LOCATION: 'system_request_location',
};

/** How a tenant's conversations of one kind look and behave (specification 3). */
export interface ConversationType {
  readonly description?: string;
  readonly displayNameSharedByUsers?: string;
  readonly sharedReadStatus?: boolean;
  readonly displayNameForWorkflows?: string;
  readonly dataSchema?: Readonly<Record<string, unknown>>;
  readonly listItemTemplate: string;
  readonly headerTemplate?: string;
  readonly smsSenderId?: string;
  /** Pushes show the text of a message. */
  readonly pushText?: boolean;
  readonly messageTemplates?: Readonly<Partial<Record<TemplateKind, string>>>;
  readonly retentionScope?: RetentionScope;
  readonly retentionDays?: number;
  /** With it, anyone may begin a conversation of the type. */
  readonly visitorKey?: string;
}

export const conversationType = resource<'ConversationType', ConversationType>({
  name: 'ConversationType',
  category: 'conversationType',
  absent: 'errors.conversation_type.not_found',
  exists: 'errors.conversation_type.exists',
  personal: ['displayNameSharedByUsers', 'displayNameForWorkflows', 'visitorKey'],
});

type Names = Pick<ConversationType, 'displayNameSharedByUsers' | 'displayNameForWorkflows'>;

export const sharedName = (type: Names | undefined): string => type?.displayNameSharedByUsers ?? 'Team';

export const workflowName = (type: Names | undefined): string => type?.displayNameForWorkflows ?? 'Workflow';

/** The name that the type gives a participant of this kind now; undefined: the participant has a name of its own. */
export function nameByType(kind: ParticipantKind, type: Names | undefined): string | undefined {
  if (kind === 'SHARED') return sharedName(type);
  return kind === 'WORKFLOW' ? workflowName(type) : undefined;
}
