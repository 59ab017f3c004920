import { systemTemplate } from '../../../../../projections/message-template/system-templates.js';
import type { SystemTemplateName } from '../domain/message-template.resource.js';
import { type Filling, type RenderedText, renderedText, spoken } from '../domain/rendered-text.js';

/** A system template as text that belongs to no conversation, in the first of the languages that it speaks. */
export function systemText(
  name: SystemTemplateName,
  languages: readonly (string | undefined)[],
  filling: Pick<Filling, 'now' | 'appUrl'>,
): RenderedText {
  const template = systemTemplate(name);
  return renderedText(template, spoken(template, languages), { ...filling, data: undefined });
}
