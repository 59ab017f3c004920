import { Inject, Injectable } from '@nestjs/common';
import { SHOWN_KINDS, type ShownKind } from '../../../../catalogue/audit/subjects.js';
import { writePosition } from '../../../../catalogue/positions.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import { readMoment } from '../../../../http/fields/moments.js';
import type { Moment } from '../../../../kernel/event.js';
import { Rejection } from '../../../../kernel/rejection.js';
import {
  type OperatorCall,
  type OperatorCommand,
  type OperatorOutput,
  OperatorRefused,
} from '../../../../ports/process/operator-calls.js';
import type { Entry } from '../../../../ports/stores/operational-store.js';
import { type KnownTenant, KnownTenants } from '../../../tenants/tenant/application/known-tenants.service.js';
import { toDiffDto } from './diff.views.js';
import { type NamedSubject, SubjectHistory } from './subject-history.js';

const MOST_NAMED = 10;

const refusals: Readonly<Record<string, string>> = {
  'errors.audit.subject_not_found': 'There is no such subject at this moment.',
  'errors.conversation.erased': 'The conversation was erased.',
};

/** Shows a subject of any tenant as of a moment for the operator, or what changed since another moment. */
@Injectable()
export class ShowCommand implements OperatorCommand {
  constructor(
    @Inject(SubjectHistory) private readonly history: SubjectHistory,
    @Inject(CaughtUp) private readonly caughtUp: CaughtUp,
    @Inject(KnownTenants) private readonly tenants: KnownTenants,
  ) {}

  async *run({ args }: OperatorCall): AsyncGenerator<OperatorOutput> {
    const { tenant, kind, id, conversation, at, diff } = args;
    const known = SHOWN_KINDS.find((each) => each === kind);
    if (known === undefined) throw new OperatorRefused(2, `KIND must be one of: ${SHOWN_KINDS.join(', ')}.`);
    const conversationId = conversation === undefined ? undefined : String(conversation);
    const tenantId = tenant === undefined ? await this.tenantWith(known, String(id)) : String(tenant);
    const named = { tenantId, kind: known, id: String(id), conversationId };
    yield { line: await this.line(named, at, diff).catch(refused) };
  }

  /** The tenant that has the subject. @throws OperatorRefused where none or several have it */
  private async tenantWith(kind: ShownKind, id: string): Promise<string> {
    const found: Entry<KnownTenant>[] = [];
    for (let after: string | undefined; ; ) {
      const page = await this.tenants.page(after);
      for (const tenant of page) if (await this.history.isOf(tenant.key.id, kind, id)) found.push(tenant);
      after = page.at(-1)?.key.id;
      if (after === undefined) break;
    }
    const [only, other] = found;
    if (!only) throw new OperatorRefused(1, `No tenant has ${kind} ${id}.`);
    if (other)
      throw new OperatorRefused(
        2,
        severalHave(
          id,
          found.slice(0, MOST_NAMED).map(({ value }) => value.subdomain),
        ),
      );
    return only.key.id;
  }

  private async line(named: NamedSubject, at: unknown, diff: unknown): Promise<object> {
    const moment: Moment = at === undefined ? this.caughtUp.position : readMoment(at, '--at');
    if (diff !== undefined) return toDiffDto(await this.history.between(named, readMoment(diff, '--diff'), moment));
    const { position, shown } = await this.history.at(named, moment, '--at');
    return { at: writePosition(position), shown };
  }
}

const severalHave = (id: string, found: readonly string[]): string =>
  `Several tenants have ${id}: ${found.join(', ')}. Name one with --tenant.`;

function refused(error: unknown): never {
  if (!(error instanceof Rejection)) throw error;
  const [field] = error.fieldErrors;
  if (field) throw new OperatorRefused(2, `${field.path} is wrong (${field.code}).`);
  throw new OperatorRefused(1, refusals[error.code] ?? error.code);
}
