import type { Logger } from '../ports/logger.js';
import type { Janitor } from './janitor.js';
import type { ProcessRunner } from './process-runner.js';
import type { Projector } from './projector.js';

/** The parts that move by themselves. Start-up is recovery: what a crash left undone is done before `ready`. */
export class Machine {
  private started = false;

  constructor(
    private readonly projector: Projector,
    private readonly processes: ProcessRunner,
    private readonly janitor: Janitor,
  ) {}

  /** The read models have applied all that was in the log at the start. */
  get ready(): boolean {
    return this.started;
  }

  async start(): Promise<void> {
    await this.projector.start();
    this.processes.start();
    this.janitor.start();
    this.started = true;
  }

  close(): void {
    this.started = false;
    this.janitor.close();
    this.processes.close();
    this.projector.close();
  }

  /** Told by subscribers that failed and will try again. */
  static failed(logger: Logger): (name: string, error: unknown) => void {
    return (name, error) => logger.error({ subscriber: name, err: error }, 'subscriber failed, trying again');
  }
}
