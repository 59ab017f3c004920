import { Inject, Injectable } from '@nestjs/common';
import { AskTasks, type Done } from '../../../../engine/read-models/tasks/ask-tasks.js';
import { ReadModels } from '../../../../engine/read-models/tasks/model-states.js';
import { TaskRefused, type TaskWord } from '../../../../engine/read-models/tasks/model-task.js';
import {
  type OperatorCall,
  type OperatorCommand,
  type OperatorOutput,
  OperatorRefused,
} from '../../../../ports/process/operator-calls.js';

type Output = AsyncGenerator<OperatorOutput>;

/** Shows, rebuilds, compares and switches read models for the operator. */
@Injectable()
export class ModelsOperation implements OperatorCommand {
  constructor(
    @Inject(AskTasks) private readonly tasks: AskTasks,
    @Inject(ReadModels) private readonly models: ReadModels,
  ) {}

  async *run({ command, args }: OperatorCall, signal: AbortSignal): Output {
    const states = await this.models.states();
    if (command === 'models') return yield* states.map((line) => ({ line }));
    const name = String(args.name);
    if (!states.some((each) => each.name === name))
      throw new OperatorRefused(1, `No read model has the name ${name}. The command models lists them.`);
    const what = command.slice('models '.length) as TaskWord;
    const done = yield* this.ask(what, name, signal);
    if (what === 'rebuild') yield* this.built(name, signal);
    if (what === 'compare' || args.compare === true) {
      const compared = what === 'compare' ? done : yield* this.ask('compare', name, signal);
      return yield* this.compared(name, compared);
    }
    yield { line: await this.state(name) };
  }

  private async *ask(what: TaskWord, name: string, signal: AbortSignal): AsyncGenerator<OperatorOutput, Done> {
    try {
      const asking = this.tasks.ask(what, name, signal);
      for (;;) {
        const { value, done } = await asking.next();
        if (done) return value;
        yield { progress: { what: `${name}: documents compared`, done: value } };
      }
    } catch (error) {
      throw error instanceof TaskRefused ? new OperatorRefused(1, error.message) : error;
    }
  }

  /** Reports how far the new copy is, until it is complete. The build continues without the operator. */
  private async *built(name: string, signal: AbortSignal): Output {
    for await (const { position, beside } of this.models.built(name, signal)) {
      if (!beside) throw new OperatorRefused(1, `The new copy of ${name} was dropped.`);
      yield { progress: { what: `${name} ${beside.version}`, done: beside.position, of: position } };
    }
  }

  private async *compared(name: string, { documents = 0, differences = 0, named = [] }: Done): Output {
    for (const line of named) yield { line };
    yield { line: { name, documents, differences } };
    if (differences > 0) throw new OperatorRefused(1, `${differences} of ${documents} documents differ.`);
  }

  private async state(name: string) {
    const found = (await this.models.states()).find((each) => each.name === name);
    if (!found) throw new OperatorRefused(1, `No read model has the name ${name}.`);
    return found;
  }
}
