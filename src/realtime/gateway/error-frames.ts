import { Inject, Injectable } from '@nestjs/common';
import { asRejection, errorBody } from '../../http/answer/rejection.filter.js';
import { Rejection } from '../../kernel/rejection.js';
import { IDS, type Ids } from '../../ports/process/clock.js';
import { LOGGER, type Logger } from '../../ports/process/logger.js';

/** Turns an error into the body that a subscriber gets. Internal errors are logged and sent without detail. */
@Injectable()
export class ErrorFrames {
  constructor(
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  body(error: unknown, language: 'en' | 'de') {
    const requestId = this.ids.next();
    const known = asRejection(error);
    if (!known)
      this.logger.error({ err: error, request_id: requestId }, 'The socket request failed with an unexpected error');
    return errorBody(known ?? new Rejection('errors.internal'), language, requestId);
  }
}
