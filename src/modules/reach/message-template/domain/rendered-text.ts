import { limits } from '../../../../catalogue/limits/limits.js';
import { placeholders, render, valueAt } from '../../../../lib/template.js';
import { cut } from './cut.js';
import { type MessageTemplate, TEXT_LANGUAGES, type TextLanguage } from './message-template.resource.js';
import { smsText } from './sms-text.js';

/** Values that fill the parameters of a template. */
export interface Filling {
  readonly now: string;
  readonly data: unknown;
  readonly appUrl: string;
  readonly workflowId?: string | undefined;
  readonly error?: string | undefined;
}

export interface RenderedText {
  readonly text: string;
  /** The text of an SMS: at most `limits.sms` characters, its link whole. */
  readonly sms: string;
  readonly language: TextLanguage;
  /** Placeholders without a value; they were rendered empty. */
  readonly missing: readonly string[];
}

const asItIs = (text: string) => text;

/** The first of the wanted languages that the template speaks, else any. */
export function spoken(
  { texts }: Pick<MessageTemplate, 'texts'>,
  wanted: readonly (string | undefined)[],
): TextLanguage {
  const first = [...wanted, ...TEXT_LANGUAGES].find(
    (language) => language !== undefined && Object.hasOwn(texts, language),
  );
  return (first ?? 'en') as TextLanguage;
}

/** Whether its text in this language shows a parameter of this kind. */
export function shows(template: MessageTemplate, language: TextLanguage, kind: string): boolean {
  const used = new Set(placeholders(template.texts[language] ?? '').names);
  return template.parameters.some((each) => each.kind === kind && used.has(each.name));
}

/** Paths of conversation_data that its parameters show. */
export const valuePaths = ({ parameters }: MessageTemplate): readonly string[] =>
  parameters.flatMap(({ valuePath }) => (valuePath === undefined ? [] : [valuePath]));

export function renderedText(template: MessageTemplate, language: TextLanguage, filling: Filling): RenderedText {
  const values = valuesOf(template, filling);
  const text = template.texts[language] ?? '';
  const missing = placeholders(text).names.filter((name) => values[name] === undefined);
  // A code point is two units at most, so one more code point than the limit shows that the text is too long.
  const whole = render(text, values, asItIs, 2 * limits.text + 2).text;
  const link = shows(template, language, 'APP_URL') ? filling.appUrl : '';
  return { text: cut(whole, limits.text), sms: smsText(whole, link), language, missing };
}

function valuesOf({ parameters }: MessageTemplate, { now, data, appUrl, workflowId, error }: Filling) {
  const values: Record<string, unknown> = Object.create(null);
  for (const { name, kind, valuePath = '' } of parameters) {
    const value = {
      CURRENT_TIMESTAMP: () => now,
      CONVERSATION_DATA: () => valueAt(data, valuePath),
      APP_URL: () => appUrl,
      WORKFLOW_ID: () => workflowId ?? '',
      ERROR: () => error ?? '',
    }[kind]();
    values[name] = value;
  }
  return values;
}
