import { Inject, Injectable } from '@nestjs/common';
import { writePosition } from '../../../../catalogue/positions.js';
import { CaughtUp } from '../../../../engine/read-models/caught-up.js';
import type { Moment } from '../../../../engine/read-models/past/pasts.js';
import { readMoment } from '../../../../http/fields/moments.js';
import { Rejection } from '../../../../kernel/rejection.js';
import {
  type OperatorCall,
  type OperatorCommand,
  type OperatorOutput,
  OperatorRefused,
} from '../../../../ports/process/operator-calls.js';
import { toDiffDto } from './diff.dto.js';
import { type NamedSubject, SubjectHistory } from './subject-history.js';
import { SHOWN_KINDS } from './subject-views.js';

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
  ) {}

  async *run({ args }: OperatorCall): AsyncGenerator<OperatorOutput> {
    const { tenant, kind, id, conversation, at, diff } = args;
    const known = SHOWN_KINDS.find((each) => each === kind);
    if (known === undefined) throw new OperatorRefused(2, `KIND must be one of: ${SHOWN_KINDS.join(', ')}.`);
    const conversationId = conversation === undefined ? undefined : String(conversation);
    const named = { tenantId: String(tenant), kind: known, id: String(id), conversationId };
    yield { line: await this.line(named, at, diff).catch(refused) };
  }

  private async line(named: NamedSubject, at: unknown, diff: unknown): Promise<object> {
    const moment: Moment = at === undefined ? this.caughtUp.position : readMoment(at, '--at');
    if (diff !== undefined) return toDiffDto(await this.history.between(named, readMoment(diff, '--diff'), moment));
    const { position, shown } = await this.history.at(named, moment, '--at');
    return { at: writePosition(position), shown };
  }
}

function refused(error: unknown): never {
  if (!(error instanceof Rejection)) throw error;
  const [field] = error.fieldErrors;
  if (field) throw new OperatorRefused(2, `${field.path} is wrong (${field.code}).`);
  throw new OperatorRefused(1, refusals[error.code] ?? error.code);
}
