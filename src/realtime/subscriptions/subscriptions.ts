import { Inject, Injectable } from '@nestjs/common';
import { isErased } from '../../../projections/removed-conversation/reads.js';
import { limits } from '../../catalogue/limits/limits.js';
import { writePosition } from '../../catalogue/positions.js';
import { QueueLengths } from '../../engine/effects/queue-lengths.js';
import { type FairQueueBounds, QueueFull } from '../../fairness/queue/fair-bounds.js';
import { FairRunner } from '../../fairness/queue/fair-runner.js';
import { readPosition } from '../../http/fields/positions.js';
import { may, reachesConversation } from '../../kernel/access.js';
import type { Caller } from '../../kernel/caller.js';
import type { Position } from '../../kernel/event.js';
import { reject, rejectAt } from '../../kernel/rejection.js';
import { streamName } from '../../kernel/stream.js';
import { LOGGER, type Logger } from '../../ports/process/logger.js';
import { NoSuchPosition } from '../../ports/stores/event-store.js';
import { PublicEventHistory, type Span } from '../../public-events/published/history.js';
import type { SubscribeDto, UnsubscribeDto } from '../gateway/socket-requests.js';
import { Replay, type Replayed, type Skipped } from '../replay/replay.js';
import { type Address, conversationAt, readAddress } from './address.js';
import { Broadcaster } from './broadcaster.js';
import type { Connection } from './connection.js';

const MOST_ADDRESSES = 100;
const RESUMES: FairQueueBounds = {
  running: { total: 32, perTenant: 3 },
  spare: 16,
  waiting: { total: 20_000, perTenant: 5_000 },
};

/** Acknowledges a request; called before any frame of it is sent. */
export type Acknowledge = (more?: Readonly<Record<string, unknown>>) => void;

/** Subscriptions of sockets, each with the position from which on frames are sent. */
@Injectable()
export class Subscriptions {
  private readonly resumes = new FairRunner(RESUMES);

  constructor(
    @Inject(PublicEventHistory) private readonly history: PublicEventHistory,
    @Inject(Broadcaster) private readonly broadcaster: Broadcaster,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(QueueLengths) queues: QueueLengths,
  ) {
    queues.add('resume', () => this.resumes.waiting);
  }

  /** @throws Rejection 400, 401, 403, 404, 503 */
  async subscribe(connection: Connection, request: SubscribeDto, acknowledge: Acknowledge): Promise<void> {
    const address = readAddress(request.address);
    const after = request.after === undefined ? undefined : readPosition(request.after, 'after');
    await this.admit(connection.caller, address);
    const isFuture = after !== undefined && !(await this.reached(after));
    if (connection.endedAt) reject('errors.token.expired');
    const since = connection.subscriptions.get(address);
    if (since === undefined && connection.subscriptions.size >= MOST_ADDRESSES) {
      rejectAt('address', 'errors.field.count', { min: 0, max: MOST_ADDRESSES });
    }
    const { position } = this.broadcaster.published;
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

  /** Sends missed frames, then those held back meanwhile, then live ones. */
  private async resume(connection: Connection, address: Address, after: Position, until: Position): Promise<void> {
    const held = this.broadcaster.published.position;
    this.broadcaster.hold(connection);
    connection.listen(address, after);
    const done = await this.replay(connection, address, { after, until });
    if (done.error && !(done.error instanceof NoSuchPosition))
      this.logger.error({ err: done.error }, 'A replay failed; the socket receives a GAP frame');
    if (done.missingAfter !== undefined) this.gap(connection, address, done.missingAfter, until);
    const isLost = await this.broadcaster.release(connection);
    const { position } = this.broadcaster.published;
    if (isLost) for (const each of connection.subscriptions.keys()) this.gap(connection, each, held, position);
  }

  /** In the turn of its tenant. Without room to wait everything counts as missing. */
  private async replay(connection: Connection, address: Address, span: Span): Promise<Replayed> {
    const { tenantId } = connection.caller;
    const closed = new AbortController();
    const abort = () => closed.abort();
    connection.socket.once('disconnect', abort);
    try {
      const work = { tenantId, priority: 'interactive', signal: closed.signal } as const;
      const skipped: Skipped = (after, position, error) => {
        this.broadcaster.skipped++;
        this.logger.error({ err: error }, 'A missed frame cannot be made; the socket receives a GAP frame');
        this.gap(connection, address, after, position);
      };
      const replay = new Replay(this.history, connection, address, span, skipped);
      return await this.resumes.run(work, (turn) => replay.run(turn));
    } catch (error) {
      if (closed.signal.aborted) return {};
      if (error instanceof QueueFull) return { missingAfter: span.after };
      throw error;
    } finally {
      connection.socket.off('disconnect', abort);
    }
  }

  private gap(connection: Connection, address: Address, after: Position, position: Position): void {
    const places = { after: writePosition(after), position: writePosition(position) };
    connection.socket.emit('GAP', { type: 'GAP', address, ...places });
  }

  /** False for a position that no event has yet. @throws Rejection 503 */
  private async reached(after: Position): Promise<boolean> {
    const { published } = this.broadcaster;
    if (after <= published.position) return true;
    if (after > (await this.history.log.head())) return false;
    return (await published.reached(after, limits.caughtUpMs)) || reject('errors.position.not_reached');
  }

  /** @throws Rejection 403, 410, 404 where the conversation does not exist or is not the client's */
  private async admit(caller: Caller, address: Address): Promise<void> {
    const conversationId = conversationAt(address);
    if (conversationId === undefined) {
      return may(caller, 'conversation.subscribe-to-all') ? undefined : reject('errors.forbidden');
    }
    const stream = streamName('conversation', caller.tenantId, conversationId);
    const isThere =
      reachesConversation(caller, conversationId) && (await this.history.log.read(stream, { limit: 1 })).length > 0;
    if (!isThere) reject('errors.conversation.not_found');
    if (await isErased(this.history.documents, caller.tenantId, conversationId)) reject('errors.conversation.erased');
  }
}
