import { limits } from '../../../../catalogue/limits/limits.js';
import type { FieldError } from '../../../../kernel/rejection.js';
import { segments } from '../../../../lib/template.js';
import { COMPOUND_OPERATORS, LEAF_OPERATORS } from './workflow.resource.js';

type Json = Readonly<Record<string, unknown>>;
type Say = (path: string, code: FieldError['code'], details?: FieldError['details']) => void;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isGiven = (value: unknown) => value !== undefined;
const isOneOf = (all: readonly string[], value: unknown) => typeof value === 'string' && all.includes(value);

/** Errors between the members of a trigger: required and refused members of each kind, and size. */
export function triggerErrors(trigger: unknown): readonly FieldError[] {
  const found: FieldError[] = [];
  const say: Say = (path, code, details) => found.push({ path, code, ...(details ? { details } : {}) });
  if (!isObject(trigger)) return found;
  const { kind, action, branches } = trigger;
  const refuse = (names: readonly string[]) => {
    for (const name of names) if (isGiven(trigger[name])) say(`trigger.${name}`, 'errors.field.refused');
  };
  if (kind === 'CONVERSATION_CREATED' || kind === 'MESSAGE_ADDED_TO_CONVERSATION') {
    if (!isGiven(action)) say('trigger.action', 'errors.field.required');
    refuse(kind === 'CONVERSATION_CREATED' ? ['branches', 'message_sequence', 'participant_kind'] : ['branches']);
  }
  if (kind === 'CONVERSATION_DATA_CHANGED') {
    refuse(['message_sequence', 'participant_kind']);
    if (!isGiven(action) && !isGiven(branches)) say('trigger.action', 'errors.field.required');
  }
  const roots = Array.isArray(branches) ? branches.map((each) => isObject(each) && each.condition_node) : [];
  nodeErrors(roots, say);
  if (found.length === 0 && tooLong(trigger)) say('trigger', 'errors.field.too_long', { max: limits.workflowBytes });
  return found;
}

const tooLong = (trigger: Json) => Buffer.byteLength(JSON.stringify(trigger)) > limits.workflowBytes;

/** Without recursion: what was sent may be as deep as bodies get. */
function nodeErrors(roots: readonly unknown[], say: Say): void {
  const open = roots.map((node, n) => ({ node, path: `trigger.branches.${n}.condition_node`, depth: 1 })).reverse();
  let nodes = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, path, depth } = next;
    if (!isObject(node)) continue;
    if (++nodes > limits.workflowNodes) {
      say('trigger.branches', 'errors.field.count', { min: 1, max: limits.workflowNodes });
      return;
    }
    if (depth > limits.workflowDepth) {
      say(path, 'errors.field.too_deep');
      continue;
    }
    if (node.kind === 'LEAF') leafErrors(node, path, say);
    if (node.kind !== 'COMPOUND') continue;
    compoundErrors(node, path, say);
    const children = Array.isArray(node.children) ? node.children : [];
    for (let n = children.length - 1; n >= 0; n--) {
      open.push({ node: children[n], path: `${path}.children.${n}`, depth: depth + 1 });
    }
  }
}

function compoundErrors(node: Json, path: string, say: Say): void {
  for (const name of ['target_identifier', 'compare_value', 'old_value']) {
    if (isGiven(node[name])) say(`${path}.${name}`, 'errors.field.refused');
  }
  const { operator, children } = node;
  if (isOneOf(LEAF_OPERATORS, operator)) {
    say(`${path}.operator`, 'errors.field.choice', { choices: COMPOUND_OPERATORS.join(', ') });
  }
  if (!isGiven(children)) say(`${path}.children`, 'errors.field.required');
  if (!Array.isArray(children)) return;
  const max = operator === 'NOT' ? 1 : limits.workflowNodes;
  if (children.length < 1 || children.length > max) say(`${path}.children`, 'errors.field.count', { min: 1, max });
}

function leafErrors(node: Json, path: string, say: Say): void {
  const { operator, target_identifier: target, children } = node;
  if (isGiven(children)) say(`${path}.children`, 'errors.field.refused');
  if (!isGiven(target)) say(`${path}.target_identifier`, 'errors.field.required');
  else if (typeof target === 'string' && !segments(target)) {
    say(`${path}.target_identifier`, 'errors.field.format', { format: 'a path' });
  }
  if (isOneOf(COMPOUND_OPERATORS, operator)) {
    say(`${path}.operator`, 'errors.field.choice', { choices: LEAF_OPERATORS.join(', ') });
  }
  if (!isOneOf(LEAF_OPERATORS, operator)) return;
  const compares = operator === 'EQUALS' || operator === 'CHANGED_FROM_TO';
  for (const [name, needed] of [
    ['compare_value', compares],
    ['old_value', operator === 'CHANGED_FROM_TO'],
  ] as const) {
    if (needed !== isGiven(node[name]))
      say(`${path}.${name}`, needed ? 'errors.field.required' : 'errors.field.refused');
  }
}
