import { Body, Inject, Injectable, type Type } from '@nestjs/common';
import { conversationTypesOf } from '../../../../../projections/conversation-type/reads.js';
import { messageTemplatesOf } from '../../../../../projections/message-template/reads.js';
import { checkedBody } from '../../../../http/fields/payload.js';
import { type FieldError, Rejection } from '../../../../kernel/rejection.js';
import { excluded } from '../../../../lib/schema-excludes.js';
import { DOCUMENT_STORE, type DocumentStore } from '../../../../ports/stores/document-store.js';
import { isSecretTemplate } from '../../../reach/message-template/domain/message-template.resource.js';
import { targetsOf } from '../domain/condition-targets.js';
import { triggerErrors } from '../domain/trigger.validation.js';
import type { Action, Trigger, Workflow } from '../domain/workflow.resource.js';

/** @throws Rejection 400 that names every faulty field and every contradiction between fields */
export function checkedWorkflow<T extends object>(dto: Type<T>, body: unknown): T {
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
  constructor(@Inject(DOCUMENT_STORE) private readonly documents: DocumentStore) {}

  /** @throws Rejection 400 that names every unknown reference */
  async named(tenantId: string, { conversationTypeId, trigger }: Workflow): Promise<void> {
    const found: FieldError[] = [];
    const say = (path: string) => found.push({ path, code: 'errors.field.reference' });
    const type = await conversationTypesOf(this.documents, tenantId).get(conversationTypeId);
    if (!type) say('conversation_type_id');
    found.push(...excludedTargets(trigger, type?.value.dataSchema));
    const branches = 'branches' in trigger ? (trigger.branches ?? []) : [];
    const actions: readonly (readonly [string, Action | undefined])[] = [
      ['trigger.action', trigger.action],
      ...branches.map(({ action }, n) => [`trigger.branches.${n}.action`, action] as const),
    ];
    for (const [path, action] of actions) {
      if (action && !(await this.isTemplate(tenantId, action.templateName))) say(`${path}.template_name`);
    }
    if (found.length > 0) throw new Rejection('errors.validation.failed', found);
  }

  private async isTemplate(tenantId: string, name: string): Promise<boolean> {
    return !isSecretTemplate(name) && (await messageTemplatesOf(this.documents, tenantId).get(name)) !== undefined;
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
