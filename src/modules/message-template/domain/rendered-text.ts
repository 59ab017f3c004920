import { limits } from '../../../catalogue/limits/limits.js';
import { placeholders, render, valueAt } from '../../../kernel/template.js';
import { type MessageTemplate, TEXT_LANGUAGES, type TextLanguage } from './message-template.resource.js';

/** What the parameters of a template are filled from. */
export interface Filling {
  readonly now: string;
  readonly data: unknown;
  readonly appUrl: string;
  readonly workflowId?: string | undefined;
  readonly error?: string | undefined;
}

export interface RenderedText {
  readonly text: string;
  readonly language: TextLanguage;
  /** Placeholders without a value; they were rendered empty. */
  readonly missing: readonly string[];
}

const ELLIPSIS = '…';
const SPACE = /\s/u;
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

export function renderedText(template: MessageTemplate, language: TextLanguage, filling: Filling): RenderedText {
  const values = valuesOf(template, filling);
  const text = template.texts[language] ?? '';
  const missing = placeholders(text).names.filter((name) => values[name] === undefined);
  // A code point is two units at most, and one more than fits tells that it does not.
  return { text: cut(render(text, values, asItIs, 2 * limits.text + 2).text), language, missing };
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

/** At most `most` code points: what is longer ends at a word and with an ellipsis, one endless word wherever it must. */
export function cut(text: string, most: number = limits.text): string {
  const points = [...text];
  if (points.length <= most) return text;
  const room = points.slice(0, most - 1);
  const isWhole = SPACE.test(points[most - 1] as string);
  const end = isWhole ? room.length : room.findLastIndex((point) => SPACE.test(point));
  const record = room.slice(0, Math.max(end, 0)).join('').trimEnd();
  return `${record === '' ? room.join('') : record}${ELLIPSIS}`;
}
