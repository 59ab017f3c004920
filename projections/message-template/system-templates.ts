import { instant } from '../../src/kernel/instant.js';
import type {
  MessageTemplate,
  SystemTemplateName,
} from '../../src/modules/reach/message-template/domain/message-template.resource.js';
import type { MessageTemplateRecord } from './projection.js';

const SHIPPED = instant('2026-01-01T00:00:00Z');
const LINK = [{ name: 'app_url', kind: 'APP_URL' }] as const;

const templates: Readonly<Record<SystemTemplateName, MessageTemplate>> = {
  system_notify_sms: {
    description: 'SMS that notifies a participant of a new message.',
    kind: 'TEXT',
    texts: { en: 'You have a new message: {{ app_url }}', de: 'Sie haben eine neue Nachricht: {{ app_url }}' },
    parameters: LINK,
  },
  system_notify_email: {
    description: 'E-mail that notifies a participant of a new message.',
    kind: 'TEXT',
    texts: {
      en: 'Hello,\n\nyou have a new message. Read it and reply here:\n\n{{ app_url }}\n',
      de: 'Guten Tag,\n\nes gibt eine neue Nachricht für Sie. Hier können Sie sie lesen und antworten:\n\n{{ app_url }}\n',
    },
    parameters: LINK,
  },
  system_request_location: {
    description: 'Message that asks a participant for the location.',
    kind: 'REQUEST_LOCATION',
    texts: { en: 'Please share your location.', de: 'Bitte teilen Sie Ihren Standort.' },
    parameters: [],
  },
  system_password_reset: {
    description: 'E-mail with the link to set a new password.',
    kind: 'TEXT',
    texts: {
      en: 'Hello,\n\nset a new password within one hour:\n\n{{ app_url }}\n\nIf you did not request it, ignore this e-mail.\n',
      de: 'Guten Tag,\n\nlegen Sie innerhalb einer Stunde ein neues Passwort fest:\n\n{{ app_url }}\n\nFalls Sie das nicht angefordert haben, ignorieren Sie diese E-Mail.\n',
    },
    parameters: LINK,
  },
  system_workflow_failed: {
    description: 'E-mail that tells the owners that a workflow failed, at most once an hour for each workflow.',
    kind: 'TEXT',
    texts: {
      en: 'Hello,\n\nthe workflow {{ workflow_id }} failed:\n\n{{ error }}\n\nThe conversation: {{ app_url }}\n',
      de: 'Guten Tag,\n\nder Ablauf {{ workflow_id }} ist fehlgeschlagen:\n\n{{ error }}\n\nDie Unterhaltung: {{ app_url }}\n',
    },
    parameters: [{ name: 'workflow_id', kind: 'WORKFLOW_ID' }, { name: 'error', kind: 'ERROR' }, ...LINK],
  },
};

export const systemTemplate = (name: SystemTemplateName): MessageTemplate => templates[name];

/** The message templates of the service as templates of the tenant. */
export const systemTemplatesOf = (tenantId: string): readonly MessageTemplateRecord[] =>
  Object.entries(templates).map(([id, value]) => ({
    id,
    tenantId,
    createdAt: SHIPPED,
    updatedAt: SHIPPED,
    revision: 1,
    value,
  }));
