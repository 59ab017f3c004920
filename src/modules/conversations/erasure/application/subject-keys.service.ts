import { Injectable } from '@nestjs/common';
import type { Subject } from '../../../../kernel/erasure.js';

/** Ends the keys of what is erased. */
@Injectable()
export class SubjectKeys {
  /** Durable when it returns. A repeat changes nothing. */
  async end(_tenantId: string, _subject: Subject): Promise<void> {}
}
