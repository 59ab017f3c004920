import { Inject, Injectable } from '@nestjs/common';
import { EventLog } from '../engine/log/event-log.js';
import type { Caller } from '../http/pipeline/caller.js';
import { readPosition, writePosition } from '../http/fields/positions.js';
import type { Position } from '../kernel/event.js';
import { limits } from '../catalogue/limits/limits.js';
import { reject, rejectAt } from '../kernel/rejection.js';
import { streamName } from '../kernel/stream.js';
import { NoSuchPosition } from '../ports/event-store.js';
import { LOGGER, type Logger } from '../ports/logger.js';
import { type Address, conversationAt, readAddress } from './address.js';
import { Announcer } from './broadcaster.js';
import type { Line } from './connection.js';
import { replay, Turns } from './replay.js';
import type { SubscribeDto, UnsubscribeDto } from './socket-requests.js';

const MOST_ADDRESSES = 100;
const REPLAYS_AT_ONCE = 4;

/** Tells the subscriber that it was done; called before anything else is sent. */
export type Acknowledge = (more?: Readonly<Record<string, unknown>>) => void;

/** Who listens to what, from which position on. */
@Injectable()
export class Subscriptions {
  private readonly turns = new Turns(REPLAYS_AT_ONCE);

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(Announcer) private readonly announcer: Announcer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws Rejection 400, 401, 403, 404, 503 */
  async subscribe(line: Line, asked: SubscribeDto, acknowledge: Acknowledge): Promise<void> {
    const address = readAddress(asked.address);
    const after = asked.after === undefined ? undefined : readPosition(asked.after, 'after');
    await this.admit(line.caller, address);
    const isFuture = after !== undefined && !(await this.reached(after));
    if (line.endedAt) reject('errors.token.expired');
    const since = line.subscriptions.get(address);
    if (since === undefined && line.subscriptions.size >= MOST_ADDRESSES) {
      rejectAt('address', 'errors.field.count', { min: 0, max: MOST_ADDRESSES });
    }
    const { position } = this.announcer.told;
    acknowledge({ position: writePosition(position) });
    const until = since ?? position;
    if (after !== undefined && after < until) return this.resume(line, address, after, until);
    if (since === undefined) line.listen(address, position);
    if (isFuture) this.gap(line, address, after, position);
  }

  unsubscribe(line: Line, { address }: UnsubscribeDto, acknowledge: Acknowledge): void {
    line.unlisten(readAddress(address));
    acknowledge();
  }

  /** First what was missed, then what was held back meanwhile, then what comes. */
  private async resume(line: Line, address: Address, after: Position, until: Position): Promise<void> {
    const held = this.announcer.told.position;
    this.announcer.hold(line);
    line.listen(address, after);
    const done = await this.turns.run(() => replay(this.log, line, address, { after, until }));
    if (done.error && !(done.error instanceof NoSuchPosition))
      this.logger.error({ err: done.error }, 'a replay broke off');
    if (done.missingAfter !== undefined) this.gap(line, address, done.missingAfter, until);
    const isLost = await this.announcer.release(line);
    const { position } = this.announcer.told;
    if (isLost) for (const each of line.subscriptions.keys()) this.gap(line, each, held, position);
  }

  private gap(line: Line, address: Address, after: Position, position: Position): void {
    const places = { after: writePosition(after), position: writePosition(position) };
    line.socket.emit('GAP', { type: 'GAP', address, ...places });
  }

  /** False for a position that no event has yet. @throws Rejection 503 */
  private async reached(after: Position): Promise<boolean> {
    const { told } = this.announcer;
    if (after <= told.position) return true;
    if (after > (await this.log.head())) return false;
    return (await told.reached(after, limits.caughtUpMs)) || reject('errors.position.not_reached');
  }

  /** @throws Rejection 403, 404: there is no such conversation, or it is not the client's */
  private async admit(caller: Caller, address: Address): Promise<void> {
    const conversationId = conversationAt(address);
    const isClient = caller.role === 'CLIENT_PARTICIPANT';
    if (conversationId === undefined) return isClient ? reject('errors.forbidden') : undefined;
    const isForeign = isClient && caller.conversationId !== conversationId;
    const stream = streamName('conversation', caller.tenantId, conversationId);
    const isThere = !isForeign && (await this.log.read(stream, { limit: 1 })).length > 0;
    if (!isThere) reject('errors.conversation.not_found');
  }
}
