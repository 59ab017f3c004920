import { systemTemplate } from '../../../../../projections/message-template/system-templates.js';
import type { Basis } from '../../../../engine/commands/conditional-commands.js';
import type { FieldError } from '../../../../kernel/rejection.js';
import {
  isSecretTemplate,
  isSystemTemplate,
  type MessageTemplate,
  type MessageTemplateKind,
  messageTemplate,
} from '../domain/message-template.resource.js';

/** A message template that a command names; undefined if there is none, or no resource may name it. */
export async function namedTemplate(basis: Basis, name: string): Promise<MessageTemplate | undefined> {
  if (isSecretTemplate(name)) return undefined;
  if (isSystemTemplate(name)) return systemTemplate(name);
  return (await basis.resource(messageTemplate, name))?.value;
}

/** The fault of a name at `path`, which must be that of a template of the kind. */
export async function templateFault(
  basis: Basis,
  path: string,
  name: string,
  kind: MessageTemplateKind,
): Promise<FieldError | undefined> {
  const template = await namedTemplate(basis, name);
  if (!template) return { path, code: 'errors.field.reference' };
  return template.kind === kind ? undefined : { path, code: 'errors.field.template_kind', details: { kind } };
}
