import { Inject, Injectable } from '@nestjs/common';
import { Rejection } from '../../../../kernel/rejection.js';
import { Checkpoints } from '../../../tenants/checkpoint/application/checkpoints.service.js';
import { Evidence } from '../../../tenants/checkpoint/application/evidence.service.js';

/** Finds the checkpoint that covers an event and all before it. */
@Injectable()
export class CoveringCheckpoint {
  constructor(
    @Inject(Checkpoints) private readonly checkpoints: Checkpoints,
    @Inject(Evidence) private readonly evidence: Evidence,
  ) {}

  /** The latest one as a signed note; undefined while none covers the event. */
  async of(tenantId: string, eventId: string): Promise<string | undefined> {
    try {
      const { size } = await this.evidence.inclusion(tenantId, eventId, undefined);
      return (await this.checkpoints.ofSize(tenantId, size))?.note;
    } catch (error) {
      if (error instanceof Rejection) return undefined;
      throw error;
    }
  }
}
