import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner, type Outcome } from '../../../../engine/commands/command-runner.js';
import { type Basis, ConditionalCommands } from '../../../../engine/commands/conditional-commands.js';
import { ResourceReservations } from '../../../../engine/commands/resource-reservations.js';
import { onRevision } from '../../../../engine/commands/stale-basis.js';
import { Commands } from '../../../../http/request/commands.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import type { Command, CommandMeta } from '../../../../kernel/command.js';
import { equal } from '../../../../kernel/equal.js';
import type { Patch } from '../../../../kernel/patch.js';
import { reject } from '../../../../kernel/rejection.js';
import type { ResourceRecord, ResourceState } from '../../../../kernel/resource.js';
import { type IfMatch, meets } from '../../../../kernel/revision.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { SchemaPreflight } from '../application/schema-preflight.service.js';
import { type ConversationType, conversationType } from '../domain/conversation-type.resource.js';
import { ConversationTypeChecks } from './conversation-type.checks.js';
import type { SchemaDryRunDto } from './schema-dry-run.dto.js';

/** In the ETag of a dry run of a type that does not exist. */
const NO_REVISION = 0;

type State = ResourceState<ConversationType>;
type TypeRecord = ResourceRecord<ConversationType>;
type Schema = ConversationType['dataSchema'];

/** The state of the type that a command requires. `change`: the reservation that it rests on. */
interface Required {
  readonly ifMatch: IfMatch | undefined;
  readonly change?: string;
}

type PatchOf = (value: ConversationType) => Patch<ConversationType>;

interface Narrowed {
  readonly dataSchema?: Schema | null;
}

/** A change or a replacement of a type. */
interface Write<W> {
  /** @throws Rejection 400, 404 */
  checked(basis: Basis, before: TypeRecord | undefined): Promise<W>;
  command(checked: W, required: Required, meta: CommandMeta): Command;
}

interface Save<W> extends Write<W> {
  /** Its conversations need not follow another schema. */
  readonly force: boolean;
}

/** Writes of a type: it rests on the templates that it names, and a narrower schema on its conversations. */
@Injectable()
export class ConversationTypeWrites {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(CommandRunner) private readonly runner: CommandRunner,
    @Inject(ConversationTypeChecks) private readonly checks: ConversationTypeChecks,
    @Inject(SchemaPreflight) private readonly preflight: SchemaPreflight,
    @Inject(ConditionalCommands) private readonly conditional: ConditionalCommands,
    @Inject(ResourceReservations) private readonly reservations: ResourceReservations,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  create(ctx: RequestContext, id: string, wanted: ConversationType): Promise<Outcome<State>> {
    const meta = ctx.meta();
    return this.conditional.send(ctx.caller.tenantId, {
      judge: (basis) => this.checks.checked(basis, wanted),
      send: (value, given) =>
        this.commands.sendAndWait<State>(ctx, new conversationType.Create(id, { value }, { ...meta, given })),
      undo: (outcome) => this.conditional.undoResource(conversationType, meta, outcome),
    });
  }

  /** Counts the conversations that `change` would break, and saves nothing. @throws Rejection 404 */
  dryChange(ctx: RequestContext, id: string, patchOf: PatchOf): Promise<SchemaDryRunDto> {
    return this.dryRun(ctx, id, this.changing(id, patchOf));
  }

  /** The same of `replace`. */
  dryReplace(ctx: RequestContext, id: string, wanted: ConversationType): Promise<SchemaDryRunDto> {
    return this.dryRun(ctx, id, this.replacing(id, wanted));
  }

  /** `patchOf`: the patch of the present value. @throws Rejection 404 */
  change(ctx: RequestContext, id: string, patchOf: PatchOf, force: boolean): Promise<Outcome<State>> {
    return this.save(ctx, id, { force, ...this.changing(id, patchOf) });
  }

  replace(ctx: RequestContext, id: string, wanted: ConversationType, force: boolean): Promise<Outcome<State>> {
    return this.save(ctx, id, { force, ...this.replacing(id, wanted) });
  }

  /** Null ends the key. @throws Rejection 404; 409 where the schema of the type refuses `{}` */
  setVisitorKey(ctx: RequestContext, id: string, visitorKey: string | null): Promise<Outcome<State>> {
    return this.save<Patch<ConversationType>>(ctx, id, {
      force: true,
      checked: async ({ tenantId }, before) => {
        if (!before) return reject('errors.conversation_type.not_found');
        if (visitorKey !== null) await this.checks.takesVisitors(tenantId, before.value);
        return { visitorKey };
      },
      command: (patch, required, meta) => new conversationType.Change(id, { patch, ...required }, meta),
    });
  }

  /** Looks for users of the type before anything is appended, and again while the type is reserved. */
  async remove(ctx: RequestContext, id: string): Promise<void> {
    const { ifMatch, caller } = ctx;
    const meta = ctx.meta();
    await this.checks.unused(caller.tenantId, id);
    await this.reservations.during(conversationType, { id, ifMatch }, meta, async (change) => {
      await this.checks.unused(caller.tenantId, id);
      await this.commands.sendAndWait(ctx, new conversationType.Remove(id, { ifMatch, change }, meta));
    });
  }

  private changing(id: string, patchOf: PatchOf): Write<Patch<ConversationType>> {
    return {
      checked: async (basis, before) =>
        before
          ? this.checks.checkedPatch(basis, before, patchOf(before.value))
          : reject('errors.conversation_type.not_found'),
      command: (patch, required, meta) => new conversationType.Change(id, { patch, ...required }, meta),
    };
  }

  private replacing(id: string, wanted: ConversationType): Write<ConversationType> {
    return {
      checked: async (basis, before) => ({
        ...(await this.checks.checked(basis, wanted)),
        ...(before?.value.visitorKey === undefined ? {} : { visitorKey: before.value.visitorKey }),
      }),
      command: (value, required, meta) => new conversationType.Replace(id, { value, ...required }, meta),
    };
  }

  private async dryRun<W extends Narrowed>(ctx: RequestContext, id: string, write: Write<W>): Promise<SchemaDryRunDto> {
    const { tenantId } = ctx.caller;
    const { revision, narrower } = await this.conditional.judged(tenantId, (basis) =>
      this.judged(basis, id, { force: false, ...write }),
    );
    if (!meets(ctx.ifMatch, revision)) reject('errors.precondition.failed');
    ctx.revision = revision ?? NO_REVISION;
    if (!narrower) return { breaks: 0, first: [] };
    const { checked, conversations, first, isComplete } = await this.preflight.findings(tenantId, id, narrower);
    return { breaks: conversations, first, ...(isComplete ? {} : { checked }) };
  }

  private async judged<W extends Narrowed>(basis: Basis, id: string, { force, checked }: Save<W>) {
    const before = (await this.runner.peek(conversationType.decider, basis.tenantId, id)).record;
    const wanted = await checked(basis, before);
    const narrower = before && !force ? otherSchema(before, wanted.dataSchema) : undefined;
    return { revision: before?.revision, wanted, narrower };
  }

  /** Judges a write on the type in the log, and again where the type changes before the command is decided. */
  private save<W extends Narrowed>(ctx: RequestContext, id: string, save: Save<W>): Promise<Outcome<State>> {
    const { tenantId } = ctx.caller;
    const meta = ctx.meta();
    return this.conditional.send(tenantId, {
      judge: (basis) => this.judged(basis, id, save),
      send: ({ revision, wanted, narrower }, given) =>
        onRevision(ctx.ifMatch, revision, (ifMatch) => {
          const send = (required: Required) =>
            this.commands.sendAndWait<State>(ctx, save.command(wanted, required, { ...meta, given }));
          if (!narrower) return send({ ifMatch });
          return this.narrowing(tenantId, { id, ifMatch }, narrower, meta, (change) => send({ ifMatch, change }));
        }),
      undo: (outcome) => this.conditional.undoResource(conversationType, meta, outcome),
    });
  }

  /** All conversations are checked first, then, while none can begin, those that were written meanwhile. */
  private async narrowing(
    tenantId: string,
    type: { readonly id: string; readonly ifMatch: IfMatch | undefined },
    schema: NonNullable<Schema>,
    meta: CommandMeta,
    send: (change: string) => Promise<Outcome<State>>,
  ): Promise<Outcome<State>> {
    const since = this.clock.now();
    await this.preflight.assertMatching(tenantId, type.id, schema);
    return this.reservations.during(conversationType, type, meta, async (change) => {
      await this.preflight.assertMatching(tenantId, type.id, schema, since);
      return send(change);
    });
  }
}

const otherSchema = ({ value }: TypeRecord, schema: Schema | null): Schema =>
  schema && !equal(schema, value.dataSchema) ? schema : undefined;
