import { limits } from '../../../../catalogue/limits/limits.js';
import { AnyField } from '../../../../http/fields/any-field.js';
import { BooleanField, ChoiceField, ObjectListField, TextField } from '../../../../http/fields/fields.js';
import type { EvaluatedNode } from '../domain/workflow.conditions.js';
import { COMPOUND_OPERATORS, type ConditionNode, LEAF_OPERATORS, NODE_KINDS } from '../domain/workflow.resource.js';

export const OPERATORS = [...COMPOUND_OPERATORS, ...LEAF_OPERATORS] as const;

const description = {
  kind: 'Kind of the node. COMPOUND combines children, LEAF tests a value.',
  operator: 'Operator. AND, OR and NOT belong to COMPOUND nodes, the other operators to LEAF nodes.',
  target: 'Path into `conversation_data`, for example `order.items.0`. Required for LEAF nodes.',
  compare: 'Value to compare with. Required for EQUALS and CHANGED_FROM_TO.',
  old: 'Value before the change. Required for CHANGED_FROM_TO.',
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
    description: 'Children of a COMPOUND node. NOT has exactly one, AND and OR have at least one.',
    of: ConditionNodeDto,
    max: 200,
    optional: true,
  })
  children?: ConditionNodeDto[];
}

/** Values of more than 500 characters of JSON are cut. */
export class EvaluatedNodeDto extends NodeFieldsDto {
  @BooleanField({ description: 'True if the condition was met.' })
  held!: boolean;

  @AnyField({ description: 'Value before the event. Absent if there was none.', optional: true })
  old?: unknown;

  @AnyField({ description: 'Value after the event. Absent if there is none.', optional: true })
  new?: unknown;

  @ObjectListField({
    description: 'Evaluated children of a COMPOUND node.',
    of: EvaluatedNodeDto,
    max: 200,
    optional: true,
  })
  children?: EvaluatedNodeDto[];
}

/** Expects a validated node, which has the members of its kind. */
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
