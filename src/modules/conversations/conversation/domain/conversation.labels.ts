import { limits } from '../../../../catalogue/limits/limits.js';
import { equal } from '../../../../kernel/equal.js';
import { rejectAt } from '../../../../kernel/rejection.js';
import type { ConversationEvent } from './conversation.events.js';

/** The scope of a label is the text before its first colon. */
const scopeOf = (label: string): string | undefined => {
  const colon = label.indexOf(':');
  return colon < 0 ? undefined : label.slice(0, colon);
};

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** 1 to 100 characters, none of control; a colon has something on both sides; not a step of a path. */
export const isLabel = (label: string): boolean => {
  const length = [...label].length;
  const fits = length >= 1 && length <= limits.label && !CONTROL.test(label);
  return fits && !label.startsWith(':') && scopeIsFilled(label) && label !== '.' && label !== '..';
};

const scopeIsFilled = (label: string) => label.indexOf(':') !== label.length - 1;

/** Each once, in their order. @throws Rejection 400 at `labels` when two share a scope */
export function distinct(labels: readonly string[]): readonly string[] {
  const once = [...new Set(labels)];
  const scopes = once.map(scopeOf).filter((scope) => scope !== undefined);
  if (new Set(scopes).size < scopes.length) rejectAt('labels', 'errors.field.label_scope');
  return once;
}

/** A scoped label replaces the other one of its scope. @throws Rejection 400 at `labels` when they get too many */
export function withAdded(has: readonly string[], added: readonly string[]): readonly string[] {
  let labels = has;
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
