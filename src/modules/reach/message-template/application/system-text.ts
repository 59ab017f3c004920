import { systemTemplatesOf } from '../../../../../projections/message-template/system-templates.js';
import { reject } from '../../../../kernel/rejection.js';
import { NO_TENANT } from '../../../../kernel/stream.js';
import type { SystemTemplateName } from '../domain/message-template.resource.js';
import { type Filling, type RenderedText, renderedText, spoken } from '../domain/rendered-text.js';

/** A system template as text that belongs to no conversation, in the first of the languages that it speaks. */
export function systemText(
  name: SystemTemplateName,
  languages: readonly (string | undefined)[],
  filling: Pick<Filling, 'now' | 'appUrl'>,
): RenderedText {
  const template = systemTemplatesOf(NO_TENANT).find(({ id }) => id === name);
  const { value } = template ?? reject('errors.message_template.not_found');
  return renderedText(value, spoken(value, languages), { ...filling, data: undefined });
}
