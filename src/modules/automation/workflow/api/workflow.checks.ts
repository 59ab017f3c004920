import { Body, Injectable, type Type } from '@nestjs/common';
import type { Basis } from '../../../../engine/commands/conditional-commands.js';
import { checkedBody } from '../../../../http/fields/payload.js';
import { type FieldError, Rejection } from '../../../../kernel/rejection.js';
import { excluded } from '../../../../lib/schema/schema-excludes.js';
import { conversationType } from '../../../conversations/conversation-type/domain/conversation-type.resource.js';
import { namedTemplate } from '../../../reach/message-template/application/named-template.js';
import { targetsOf } from '../domain/condition-targets.js';
import { triggerErrors } from '../domain/trigger.validation.js';
import type { Action, Trigger, Workflow } from '../domain/workflow.resource.js';

/** @throws Rejection 400 that names every faulty field and every contradiction between fields */
function checkedWorkflow<T extends object>(dto: Type<T>, body: unknown): T {
  const trigger = typeof body === 'object' && body !== null ? (body as Record<string, unknown>).trigger : undefined;
  const together = triggerErrors(trigger);
  try {
    const checked = checkedBody(dto, body);
    if (together.length === 0) return checked;
  } catch (error) {
    if (!(error instanceof Rejection) || together.length === 0) throw error;
    const unsaid = together.filter(({ path }) => !error.fieldErrors.some((fault) => fault.path === path));
    throw new Rejection(error.code, [...error.fieldErrors, ...unsaid]);
  }
  throw new Rejection('errors.validation.failed', together);
}

export const WorkflowPayload = <T extends object>(dto: Type<T>): ParameterDecorator =>
  Body({ transform: (body: unknown) => checkedWorkflow(dto, body) });

/** Checks that the resources named by a workflow exist. */
@Injectable()
export class WorkflowChecks {
  /** @throws Rejection 400 that names every unknown reference */
  async named(basis: Basis, { conversationTypeId, trigger }: Workflow): Promise<void> {
    const found: FieldError[] = [];
    const say = (path: string) => found.push({ path, code: 'errors.field.reference' });
    const type = await basis.resource(conversationType, conversationTypeId);
    if (!type) say('conversation_type_id');
    found.push(...excludedTargets(trigger, type?.value.dataSchema));
    const branches = 'branches' in trigger ? (trigger.branches ?? []) : [];
    const actions: readonly (readonly [string, Action | undefined])[] = [
      ['trigger.action', trigger.action],
      ...branches.map(({ action }, n) => [`trigger.branches.${n}.action`, action] as const),
    ];
    for (const [path, action] of actions) {
      if (action && !(await namedTemplate(basis, action.templateName))) say(`${path}.template_name`);
    }
    if (found.length > 0) throw new Rejection('errors.validation.failed', found);
  }
}

/** Targets of conditions that no conversation_data of the type can have. */
function excludedTargets(trigger: Trigger, schema: unknown): readonly FieldError[] {
  const targets = targetsOf(trigger);
  const never = new Set(excluded(schema, [...new Set(targets.map(({ target }) => target))]));
  return targets
    .filter(({ target }) => never.has(target))
    .map(({ path }) => ({ path: `${path}.target_identifier`, code: 'errors.field.excluded_path' }));
}
