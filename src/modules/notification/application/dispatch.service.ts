import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { Worker } from '../../../engine/effects/lease.js';
import { OutboxRunner } from '../../../engine/effects/outbox-worker.js';
import { LOGGER, type Logger } from '../../../ports/logger.js';
import { MAILER, type Mailer } from '../../../ports/mailer.js';

const REST_MS = 5_000;

/** Has the outbox run where effects do. */
@Injectable()
export class Dispatch implements Worker, BeforeApplicationShutdown {
  private told = false;

  constructor(
    @Inject(OutboxRunner) private readonly runner: OutboxRunner,
    @Inject(MAILER) private readonly mailer: Mailer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(): void {
    const { insteadOfSending: folder } = this.mailer;
    if (folder !== undefined && !this.told) {
      this.logger.warn({ folder }, 'SMTP_URL is not set: e-mails are written to the outbox folder and are not sent');
    }
    this.told = true;
    this.runner.start();
  }

  close(): void {
    this.runner.close();
  }

  /** What is under way is waited for, so that its outcome is known. */
  async beforeApplicationShutdown(): Promise<void> {
    this.runner.close();
    await this.runner.rest(REST_MS);
  }
}
