import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../catalogue/limits/limits.js';
import { readPosition, writePosition } from '../http/fields/positions.js';
import type { Caller } from '../kernel/caller.js';
import type { Position } from '../kernel/event.js';
import { reject, rejectAt } from '../kernel/rejection.js';
import { streamName } from '../kernel/stream.js';
import { NoSuchPosition } from '../ports/event-store.js';
import { LOGGER, type Logger } from '../ports/logger.js';
import { PublicEventHistory } from '../public-events/history.js';
import { type Address, conversationAt, readAddress } from './address.js';
import { Broadcaster } from './broadcaster.js';
import type { Connection } from './connection.js';
import { replay, Semaphore } from './replay.js';
import type { SubscribeDto, UnsubscribeDto } from './socket-requests.js';

const MOST_ADDRESSES = 100;
const REPLAYS_AT_ONCE = 4;

/** Tells the subscriber that it was done; called before anything else is sent. */
export type Acknowledge = (more?: Readonly<Record<string, unknown>>) => void;

/** Who listens to what, from which position on. */
@Injectable()
export class Subscriptions {
  private readonly turns = new Semaphore(REPLAYS_AT_ONCE);

  constructor(
    @Inject(PublicEventHistory) private readonly history: PublicEventHistory,
    @Inject(Broadcaster) private readonly broadcaster: Broadcaster,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws Rejection 400, 401, 403, 404, 503 */
  async subscribe(connection: Connection, asked: SubscribeDto, acknowledge: Acknowledge): Promise<void> {
    const address = readAddress(asked.address);
    const after = asked.after === undefined ? undefined : readPosition(asked.after, 'after');
    await this.admit(connection.caller, address);
    const isFuture = after !== undefined && !(await this.reached(after));
    if (connection.endedAt) reject('errors.token.expired');
    const since = connection.subscriptions.get(address);
    if (since === undefined && connection.subscriptions.size >= MOST_ADDRESSES) {
      rejectAt('address', 'errors.field.count', { min: 0, max: MOST_ADDRESSES });
    }
    const { position } = this.broadcaster.told;
    acknowledge({ position: writePosition(position) });
    const until = since ?? position;
    if (after !== undefined && after < until) return this.resume(connection, address, after, until);
    if (since === undefined) connection.listen(address, position);
    if (isFuture) this.gap(connection, address, after, position);
  }

  unsubscribe(connection: Connection, { address }: UnsubscribeDto, acknowledge: Acknowledge): void {
    connection.unlisten(readAddress(address));
    acknowledge();
  }

  /** First what was missed, then what was held back meanwhile, then what comes. */
  private async resume(connection: Connection, address: Address, after: Position, until: Position): Promise<void> {
    const held = this.broadcaster.told.position;
    this.broadcaster.hold(connection);
    connection.listen(address, after);
    const done = await this.turns.run(() => replay(this.history, connection, address, { after, until }));
    if (done.error && !(done.error instanceof NoSuchPosition))
      this.logger.error({ err: done.error }, 'A replay failed; the socket receives a GAP frame');
    if (done.missingAfter !== undefined) this.gap(connection, address, done.missingAfter, until);
    const isLost = await this.broadcaster.release(connection);
    const { position } = this.broadcaster.told;
    if (isLost) for (const each of connection.subscriptions.keys()) this.gap(connection, each, held, position);
  }

  private gap(connection: Connection, address: Address, after: Position, position: Position): void {
    const places = { after: writePosition(after), position: writePosition(position) };
    connection.socket.emit('GAP', { type: 'GAP', address, ...places });
  }

  /** False for a position that no event has yet. @throws Rejection 503 */
  private async reached(after: Position): Promise<boolean> {
    const { told } = this.broadcaster;
    if (after <= told.position) return true;
    if (after > (await this.history.log.head())) return false;
    return (await told.reached(after, limits.caughtUpMs)) || reject('errors.position.not_reached');
  }

  /** @throws Rejection 403, 404: there is no such conversation, or it is not the client's */
  private async admit(caller: Caller, address: Address): Promise<void> {
    const conversationId = conversationAt(address);
    const isClient = caller.role === 'CLIENT_PARTICIPANT';
    if (conversationId === undefined) return isClient ? reject('errors.forbidden') : undefined;
    const isForeign = isClient && caller.conversationId !== conversationId;
    const stream = streamName('conversation', caller.tenantId, conversationId);
    const isThere = !isForeign && (await this.history.log.read(stream, { limit: 1 })).length > 0;
    if (!isThere) reject('errors.conversation.not_found');
  }
}
