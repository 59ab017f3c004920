import { Inject, Injectable } from '@nestjs/common';
import { COMMAND_GATEWAY, type CommandGateway } from '../../../../engine/commands/command-gateway.js';
import { EventLog } from '../../../../engine/log/event-log.js';
import { type ParkedItem, parkedItems } from '../../../../engine/read-models/parked/parked-list.js';
import { MOST_SKIPS, readSkips } from '../../../../engine/read-models/parked/skips.js';
import { AskTasks } from '../../../../engine/read-models/tasks/ask-tasks.js';
import { TaskRefused } from '../../../../engine/read-models/tasks/model-task.js';
import { SKIPS, SkipParked } from '../../../../kernel/parked/skip.js';
import { NO_TENANT } from '../../../../kernel/stream.js';
import { CLOCK, type Clock, IDS, type Ids } from '../../../../ports/process/clock.js';
import {
  type OperatorCall,
  type OperatorCommand,
  type OperatorOutput,
  OperatorRefused,
} from '../../../../ports/process/operator-calls.js';
import { OPERATIONAL_STORE, type OperationalStore } from '../../../../ports/stores/operational-store.js';

const LONGEST_REASON = 500;

/** Shows, retries and skips what could not be applied, for the operator. */
@Injectable()
export class ParkedOperation implements OperatorCommand {
  constructor(
    @Inject(OPERATIONAL_STORE) private readonly operations: OperationalStore,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(AskTasks) private readonly tasks: AskTasks,
    @Inject(COMMAND_GATEWAY) private readonly commands: CommandGateway,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  async *run({ command, args }: OperatorCall, signal: AbortSignal): AsyncGenerator<OperatorOutput> {
    const items = await parkedItems(this.operations);
    if (command === 'parked list') return yield* items.map((line) => ({ line }));
    const item = items.find(({ id }) => id === args.id);
    if (!item) throw new OperatorRefused(1, `Nothing parked has the id ${args.id}. The command parked list lists all.`);
    if (command === 'parked show') return yield { line: { ...item, ...(await this.event(item)) } };
    if (command === 'parked skip') await this.skip(item, String(args.reason ?? ''));
    yield { line: { id: item.id, result: await this.ask(command === 'parked skip' ? 'skip' : 'retry', item, signal) } };
  }

  private async ask(what: 'retry' | 'skip', { id }: ParkedItem, signal: AbortSignal): Promise<string> {
    try {
      const asking = this.tasks.ask(what, id, signal);
      for (;;) {
        const { value, done } = await asking.next();
        if (done) return value.said ?? '';
      }
    } catch (error) {
      throw error instanceof TaskRefused ? new OperatorRefused(1, error.message) : error;
    }
  }

  /** The event as it is stored: its content is sealed where it is personal. */
  private async event({ position }: ParkedItem): Promise<object> {
    const [stored] = await this.log.storedAll(position - 1, 1);
    if (stored?.position !== position) return {};
    const { type, stream, version, body } = stored;
    return { type, stream, version, body };
  }

  private async skip({ model, event_id: eventId, position }: ParkedItem, reason: string): Promise<void> {
    if (reason.trim() === '') throw new OperatorRefused(2, 'A skip needs --reason.');
    if (reason.length > LONGEST_REASON)
      throw new OperatorRefused(2, `The reason is longer than ${LONGEST_REASON} characters.`);
    if ((await readSkips(this.log)).size >= MOST_SKIPS)
      throw new OperatorRefused(1, `The log has ${MOST_SKIPS} skips, which is the most.`);
    const commandId = this.ids.next();
    const meta = { tenantId: NO_TENANT, actor: 'operator', at: this.clock.now(), commandId, correlationId: commandId };
    await this.commands.execute(new SkipParked(SKIPS, { ...(model && { model }), eventId, position, reason }, meta));
  }
}
