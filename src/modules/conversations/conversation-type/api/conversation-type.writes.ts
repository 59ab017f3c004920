import { Inject, Injectable } from '@nestjs/common';
import type { Outcome } from '../../../../engine/commands/command-runner.js';
import { type Basis, ConditionalCommands } from '../../../../engine/commands/conditional-commands.js';
import { ResourceReservations } from '../../../../engine/commands/resource-reservations.js';
import { Commands } from '../../../../http/request/commands.js';
import type { RequestContext } from '../../../../http/request/request-context.js';
import type { Command, CommandMeta } from '../../../../kernel/command.js';
import { equal } from '../../../../kernel/equal.js';
import type { Patch } from '../../../../kernel/patch.js';
import type { ResourceRecord, ResourceState } from '../../../../kernel/resource.js';
import type { IfMatch } from '../../../../kernel/revision.js';
import { CLOCK, type Clock } from '../../../../ports/process/clock.js';
import { SchemaPreflight } from '../application/schema-preflight.service.js';
import { type ConversationType, conversationType } from '../domain/conversation-type.resource.js';
import { ConversationTypeChecks } from './conversation-type.checks.js';

type State = ResourceState<ConversationType>;
type Schema = ConversationType['dataSchema'];

/** A write of a type, and the schema that its conversations must follow if it is another one. */
interface Save<T> {
  readonly id: string;
  readonly narrower?: Schema;
  judge(basis: Basis): Promise<T>;
  /** `change`: the reservation that the command rests on. */
  command(judged: T, change: { readonly change?: string }, meta: CommandMeta): Command;
}

/** Writes of a type: it rests on the templates that it names, and a narrower schema on its conversations. */
@Injectable()
export class ConversationTypeWrites {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(ConversationTypeChecks) private readonly checks: ConversationTypeChecks,
    @Inject(SchemaPreflight) private readonly preflight: SchemaPreflight,
    @Inject(ConditionalCommands) private readonly conditional: ConditionalCommands,
    @Inject(ResourceReservations) private readonly reservations: ResourceReservations,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  create(ctx: RequestContext, id: string, wanted: ConversationType): Promise<Outcome<State>> {
    return this.save(ctx, {
      id,
      judge: (basis) => this.checks.checked(basis, wanted),
      command: (value, _, meta) => new conversationType.Create(id, { value }, meta),
    });
  }

  change(
    ctx: RequestContext,
    before: ResourceRecord<ConversationType>,
    wanted: Patch<ConversationType>,
    { force, ifMatch }: { readonly force: boolean; readonly ifMatch: IfMatch | undefined },
  ): Promise<Outcome<State>> {
    const { id } = before;
    return this.save(ctx, {
      id,
      narrower: force ? undefined : otherSchema(before, wanted.dataSchema),
      judge: (basis) => this.checks.checkedPatch(basis, before, wanted),
      command: (patch, change, meta) => new conversationType.Change(id, { patch, ifMatch, ...change }, meta),
    });
  }

  replace(
    ctx: RequestContext,
    id: string,
    before: ResourceRecord<ConversationType> | undefined,
    wanted: ConversationType,
    force: boolean,
  ): Promise<Outcome<State>> {
    return this.save(ctx, {
      id,
      narrower: before && !force ? otherSchema(before, wanted.dataSchema) : undefined,
      judge: (basis) => this.checks.checked(basis, wanted),
      command: (value, change, meta) =>
        new conversationType.Replace(id, { value, ifMatch: ctx.ifMatch, ...change }, meta),
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

  private save<T>(ctx: RequestContext, { id, narrower, judge, command }: Save<T>): Promise<Outcome<State>> {
    const { tenantId } = ctx.caller;
    const meta = ctx.meta();
    const send = (judged: T, change: { readonly change?: string }, given: CommandMeta['given'] = []) =>
      this.commands.sendAndWait<State>(ctx, command(judged, change, { ...meta, given }));
    return this.conditional.send(tenantId, {
      judge,
      send: (judged, given) =>
        narrower
          ? this.narrowing(ctx, id, narrower, meta, (change) => send(judged, { change }, given))
          : send(judged, {}, given),
      undo: (outcome) => this.conditional.undoResource(conversationType, meta, outcome),
    });
  }

  /** All conversations are checked first, then, while none can begin, those that were written meanwhile. */
  private async narrowing(
    ctx: RequestContext,
    id: string,
    schema: NonNullable<Schema>,
    meta: CommandMeta,
    send: (change: string) => Promise<Outcome<State>>,
  ): Promise<Outcome<State>> {
    const { tenantId } = ctx.caller;
    const since = this.clock.now();
    await this.preflight.assertMatching(tenantId, id, schema);
    return this.reservations.during(conversationType, { id, ifMatch: ctx.ifMatch }, meta, async (change) => {
      await this.preflight.assertMatching(tenantId, id, schema, since);
      return send(change);
    });
  }
}

const otherSchema = ({ value }: ResourceRecord<ConversationType>, schema: Schema | null): Schema =>
  schema && !equal(schema, value.dataSchema) ? schema : undefined;
