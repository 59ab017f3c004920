import { resource } from '../../../../kernel/resource.js';

export const MESSAGE_TEMPLATE_KINDS = ['TEXT', 'REQUEST_LOCATION'] as const;
export type MessageTemplateKind = (typeof MESSAGE_TEMPLATE_KINDS)[number];

export const PARAMETER_KINDS = ['CURRENT_TIMESTAMP', 'CONVERSATION_DATA', 'APP_URL', 'WORKFLOW_ID', 'ERROR'] as const;
export type ParameterKind = (typeof PARAMETER_KINDS)[number];

export const TEXT_LANGUAGES = ['en', 'de'] as const;
export type TextLanguage = (typeof TEXT_LANGUAGES)[number];

/** Those that the service ships: every tenant has them, none can change them. */
const SYSTEM_TEMPLATE_NAMES = [
  'system_notify_sms',
  'system_notify_email',
  'system_request_location',
  'system_password_reset',
  'system_workflow_failed',
] as const;
export type SystemTemplateName = (typeof SYSTEM_TEMPLATE_NAMES)[number];

export const isSystemTemplate = (name: string): name is SystemTemplateName =>
  SYSTEM_TEMPLATE_NAMES.some((each) => each === name);

/** True if its texts carry a secret of their receiver, so that no resource may name it. */
export const isSecretTemplate = (name: string): boolean => name === 'system_password_reset';

/** Where the value of a placeholder comes from. */
export interface Parameter {
  readonly name: string;
  readonly kind: ParameterKind;
  /** Only for CONVERSATION_DATA. */
  readonly valuePath?: string;
}

/** A text with placeholders in one language or more (specification 3). Its id is its name. */
export interface MessageTemplate {
  readonly description?: string;
  readonly kind: MessageTemplateKind;
  readonly texts: Readonly<Partial<Record<TextLanguage, string>>>;
  readonly parameters: readonly Parameter[];
}

export const messageTemplate = resource<'MessageTemplate', MessageTemplate>({
  name: 'MessageTemplate',
  category: 'messageTemplate',
  absent: 'errors.message_template.not_found',
  exists: 'errors.message_template.exists',
  personal: [],
});
