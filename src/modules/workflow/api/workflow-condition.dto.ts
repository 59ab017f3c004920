import { limits } from '../../../catalogue/limits/limits.js';
import { AnyField, BooleanField, ChoiceField, ObjectListField, TextField } from '../../../http/fields/fields.js';
import type { EvaluatedNode } from '../domain/workflow.conditions.js';
import { COMPOUND_OPERATORS, type ConditionNode, LEAF_OPERATORS, NODE_KINDS } from '../domain/workflow.resource.js';

export const OPERATORS = [...COMPOUND_OPERATORS, ...LEAF_OPERATORS] as const;

const description = {
  kind: 'COMPOUND has children, LEAF a target_identifier',
  operator: 'AND, OR, NOT of a COMPOUND; the others of a LEAF',
  target: 'Path of conversation_data; list elements by number',
  compare: 'For EQUALS and CHANGED_FROM_TO',
  old: 'For CHANGED_FROM_TO',
};

class NodeFieldsDto {
  @ChoiceField({ description: description.kind, of: NODE_KINDS })
  kind!: (typeof NODE_KINDS)[number];

  @ChoiceField({ description: description.operator, of: OPERATORS })
  operator!: (typeof OPERATORS)[number];

  @TextField({ description: description.target, max: limits.valuePath, optional: true, example: 'order.status' })
  target_identifier?: string;

  @AnyField({ description: description.compare, optional: true })
  compare_value?: unknown;

  @AnyField({ description: description.old, optional: true })
  old_value?: unknown;
}

export class ConditionNodeDto extends NodeFieldsDto {
  @ObjectListField({
    description: 'One of NOT, at least one of AND and OR',
    of: ConditionNodeDto,
    max: 200,
    optional: true,
  })
  children?: ConditionNodeDto[];
}

/** A value of more than 500 characters of JSON is shown as its beginning. */
export class EvaluatedNodeDto extends NodeFieldsDto {
  @BooleanField({ description: 'Whether it was true' })
  held!: boolean;

  @AnyField({ description: 'What stood there before; left out where nothing did', optional: true })
  old?: unknown;

  @AnyField({ description: 'What stood there after; left out where nothing did', optional: true })
  new?: unknown;

  @ObjectListField({
    description: 'Every child, also those that no longer mattered',
    of: EvaluatedNodeDto,
    max: 200,
    optional: true,
  })
  children?: EvaluatedNodeDto[];
}

/** Of a node that was checked: each kind has what it needs. */
export function toNode(dto: ConditionNodeDto): ConditionNode {
  if (dto.kind === 'COMPOUND') {
    return { kind: dto.kind, operator: dto.operator, children: (dto.children ?? []).map(toNode) } as ConditionNode;
  }
  const { operator, target_identifier: target, compare_value: compareValue, old_value: oldValue } = dto;
  return {
    kind: 'LEAF',
    operator,
    target,
    ...(compareValue === undefined ? {} : { compareValue }),
    ...(oldValue === undefined ? {} : { oldValue }),
  } as ConditionNode;
}

export function toNodeDto(node: ConditionNode): ConditionNodeDto {
  if (node.kind === 'COMPOUND') {
    return { kind: node.kind, operator: node.operator, children: node.children.map(toNodeDto) };
  }
  const { kind, operator, target, compareValue, oldValue } = node;
  return {
    kind,
    operator,
    target_identifier: target,
    ...(compareValue === undefined ? {} : { compare_value: compareValue }),
    ...(oldValue === undefined ? {} : { old_value: oldValue }),
  };
}

export function toEvaluatedDto(node: EvaluatedNode): EvaluatedNodeDto {
  if (node.kind === 'COMPOUND') {
    const { kind, operator, held, children } = node;
    return { kind, operator, held, children: children.map(toEvaluatedDto) };
  }
  const { held, old, new: now } = node;
  return {
    ...(toNodeDto(node) as NodeFieldsDto),
    held,
    ...(old === undefined ? {} : { old }),
    ...(now === undefined ? {} : { new: now }),
  };
}
