import { limits } from '../../../../catalogue/limits/limits.js';
import { composed, isLine, isVisible } from '../../../../catalogue/text/written-text.js';
import { equal } from '../../../../kernel/equal.js';
import { type FieldError, rejectAt } from '../../../../kernel/rejection.js';
import type { ConversationEvent } from './conversation.events.js';

/** The scope of a label is the text before its first colon. */
const scopeOf = (label: string): string | undefined => {
  const colon = label.indexOf(':');
  return colon < 0 ? undefined : label.slice(0, colon);
};

/**
 * The fault of a label; undefined where it has none. A label has 1 to 100 characters of one line and a text on both sides
 * of its first colon. `.` and `..` are refused, because they are steps of a path.
 */
export function labelFault(label: string): Omit<FieldError, 'path'> | undefined {
  const length = [...label].length;
  if (length < 1 || length > limits.label) {
    return { code: 'errors.field.length', details: { min: 1, max: limits.label } };
  }
  if (!isLine(label)) return { code: 'errors.field.line' };
  if (!isVisible(label)) return { code: 'errors.field.invisible' };
  const isFilled = !label.startsWith(':') && label.indexOf(':') !== label.length - 1;
  return isFilled && label !== '.' && label !== '..' ? undefined : { code: 'errors.field.pattern' };
}

/** Whether it is that label. One of before NFC was kept may be written otherwise. */
export const isSameLabel = (kept: string, label: string): boolean => composed(kept) === composed(label);

/** Each once, in their order. @throws Rejection 400 at `labels` when two share a scope */
export function distinct(labels: readonly string[]): readonly string[] {
  const once = [...new Set(labels)];
  const scopes = once.map(scopeOf).filter((scope) => scope !== undefined);
  if (new Set(scopes).size < scopes.length) rejectAt('labels', 'errors.field.label_scope');
  return once;
}

/** A scoped label replaces the other one of its scope. @throws Rejection 400 at `labels` when they get too many */
export function withAdded(has: readonly string[], added: readonly string[]): readonly string[] {
  let labels: readonly string[] = [...new Set(has.map(composed))];
  for (const label of distinct(added)) {
    if (labels.includes(label)) continue;
    const scope = scopeOf(label);
    labels = [...labels.filter((other) => scope === undefined || scopeOf(other) !== scope), label];
  }
  if (labels.length > limits.labels) rejectAt('labels', 'errors.field.count', { min: 0, max: limits.labels });
  return labels;
}

export const labelled = (has: readonly string[], labels: readonly string[]): readonly ConversationEvent[] =>
  equal(has, labels) ? [] : [{ type: 'ConversationLabelled', data: { labels } }];
