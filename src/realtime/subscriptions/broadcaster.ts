import { Inject, Injectable } from '@nestjs/common';
import type { Server } from 'socket.io';
import { writePosition } from '../../catalogue/positions.js';
import { WorkerHost } from '../../engine/effects/worker-host.js';
import { EventLog, type UnreadableEvent } from '../../engine/log/event-log.js';
import { type Subscription, subscribe } from '../../engine/log/subscription.js';
import { SocketProgress } from '../../engine/read-models/socket-progress.js';
import type { Position, Recorded } from '../../kernel/event.js';
import { parseStreamName } from '../../kernel/stream.js';
import { sizeOf } from '../../lib/size-of.js';
import { LOGGER, type Logger } from '../../ports/process/logger.js';
import { StoreUnavailable } from '../../ports/stores/event-store.js';
import { type ClientFrames, clientFrames } from '../../public-events/frames/client-frames.js';
import type { Frame, SignalFrame } from '../../public-events/frames/frame.js';
import { Frames } from '../../public-events/frames/frames.js';
import { conversationConcerned } from '../../public-events/published/conversation-concerned.js';
import { DeletedSince } from '../../public-events/published/deleted-since.js';
import { PublicEventHistory } from '../../public-events/published/history.js';
import { type PublishedEvent, toPublishedEvent } from '../../public-events/published/published-event.js';
import { HoldingConnections } from '../gateway/holding-connections.js';
import { heldBytes } from '../replay/held-frames.js';
import { type Address, addressOf, clientRoomOf, EVERY, roomOf } from './address.js';
import type { Connection } from './connection.js';
import { EndedAccess } from './ended-access.js';

/**
 * Follows the end of the log and sends its events to subscribers in log order, so every frame is of a durable event.
 */
@Injectable()
export class Broadcaster {
  /** Events of which sockets were sent a GAP frame instead. */
  skipped = 0;
  private readonly deleted: DeletedSince;
  private readonly frames: Frames;
  private readonly holding = new HoldingConnections();
  private readonly held = heldBytes();
  private server: Server | undefined;
  private subscription: Subscription | undefined;

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(PublicEventHistory) history: PublicEventHistory,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(EndedAccess) private readonly access: EndedAccess,
    /** The position up to which subscribers have received events; a new member of a room receives everything after it. */
    @Inject(SocketProgress) readonly published: SocketProgress,
  ) {
    this.deleted = new DeletedSince(history);
    this.frames = new Frames(log, { deleted: this.deleted, links: history.links });
  }

  /** Resolves when subscribers can be accepted. */
  async start(server: Server): Promise<void> {
    this.server = server;
    this.published.advance(await this.log.head());
    this.published.isFollowing = true;
    const subscriber = {
      name: 'sockets',
      from: async () => this.published.position,
      handle: (events: readonly Recorded[]) => this.deliverAll(events),
      unknown: (event: UnreadableEvent) => this.pass(event),
      damaged: (event: Pick<UnreadableEvent, 'stream' | 'position'>) => this.pass(event),
    };
    this.subscription = subscribe(this.log, subscriber, WorkerHost.failed(this.logger));
  }

  close(): void {
    this.published.isFollowing = false;
    this.subscription?.close();
  }

  /** From now on frames for the connection are held instead of sent. */
  hold(connection: Connection): void {
    this.holding.add(connection);
    connection.hold(this.held);
  }

  /** True when too much was kept back, and lost. */
  async release(connection: Connection): Promise<boolean> {
    const isLost = await connection.release();
    this.holding.delete(connection);
    return isLost;
  }

  forget(connection: Connection): void {
    this.holding.delete(connection);
    connection.forget();
  }

  isSubscribed(tenantId: string, conversationId: string): boolean {
    const rooms = this.server?.sockets.adapter.rooms;
    return (
      rooms !== undefined &&
      (rooms.has(roomOf(tenantId, EVERY)) ||
        rooms.has(roomOf(tenantId, addressOf(conversationId))) ||
        rooms.has(clientRoomOf(tenantId, conversationId)))
    );
  }

  /** Sends a frame to every subscriber of the conversation once. A frame that all are shown alike is serialized once. */
  say<F extends Frame | SignalFrame>(tenantId: string, frame: F, { others, own }: ClientFrames<F>): void {
    const { type, conversation_id: id } = frame;
    const staff = [roomOf(tenantId, EVERY), roomOf(tenantId, addressOf(id))];
    const clients = clientRoomOf(tenantId, id);
    if (others === frame && !own) {
      this.server?.to([...staff, clients]).emit(type, frame);
      return;
    }
    const ownRoom = own ? clientRoomOf(tenantId, id, own.participantId) : [];
    this.server?.to(staff).emit(type, frame);
    if (others) this.server?.to(clients).except(ownRoom).emit(type, others);
    if (own) this.server?.to(ownRoom).emit(type, own.frame);
  }

  private async deliverAll(events: readonly Recorded[]): Promise<void> {
    await this.deleted.load(events.filter((event) => this.isReceived(event)));
    for (const event of events) {
      const published = toPublishedEvent(event);
      if (published) await this.deliver(published);
      this.published.advance(event.meta.position);
    }
  }

  private async deliver(published: PublishedEvent): Promise<void> {
    const { tenantId, conversationId } = published;
    this.access.after(published, this.server);
    const frames = this.framesOrGap(published);
    for (const frame of frames instanceof Promise ? await frames : frames) {
      const usersName = await this.frames.usersName(published, frame);
      this.say(tenantId, frame, clientFrames(published, frame, usersName));
      const holding = this.holding.of(tenantId);
      const bytes = holding.size > 0 ? sizeOf(frame) : 0;
      for (const connection of holding) {
        const shown = connection.isSubscribed(tenantId, conversationId)
          ? connection.shown(published, frame, usersName)
          : undefined;
        if (shown) connection.buffer(shown, bytes);
      }
    }
  }

  /** A frame that cannot be made is sent as a gap, so that the frames after it are still sent. */
  private framesOrGap(published: PublishedEvent): readonly Frame[] | Promise<readonly Frame[]> {
    const skip = (error: unknown): readonly Frame[] => {
      if (error instanceof StoreUnavailable) throw error;
      const { id, position } = published.event.meta;
      this.logger.error(
        { err: error, event_id: id, event_type: published.event.type },
        'A frame cannot be made; sockets receive a GAP',
      );
      this.gap(published.tenantId, published.conversationId, position);
      return [];
    };
    try {
      const frames = this.framesOf(published);
      return frames instanceof Promise ? frames.catch(skip) : frames;
    } catch (error) {
      return skip(error);
    }
  }

  /** An event of a newer version: this process cannot show it, and goes on. */
  private pass({ stream, position }: Pick<UnreadableEvent, 'stream' | 'position'>): void {
    this.frames.passOver(stream);
    const conversationId = conversationConcerned(stream);
    if (conversationId !== undefined) this.gap(parseStreamName(stream).tenantId, conversationId, position);
    this.published.advance(position);
  }

  private gap(tenantId: string, conversationId: string, position: Position): void {
    this.skipped++;
    const places = { after: writePosition(this.published.position), position: writePosition(position) };
    const own = addressOf(conversationId);
    const gapOf = (address: Address) => ({ type: 'GAP', address, ...places });
    this.server?.to(roomOf(tenantId, EVERY)).emit('GAP', gapOf(EVERY));
    this.server?.to([roomOf(tenantId, own), clientRoomOf(tenantId, conversationId)]).emit('GAP', gapOf(own));
    for (const { subscriptions, socket } of this.holding.of(tenantId)) {
      for (const address of [EVERY, own]) if (subscriptions.has(address)) socket.emit('GAP', gapOf(address));
    }
  }

  private isReceived(event: Recorded): boolean {
    const published = toPublishedEvent(event);
    return published !== undefined && this.hasReceivers(published);
  }

  private hasReceivers({ tenantId, conversationId }: PublishedEvent): boolean {
    return this.holding.of(tenantId).size > 0 || this.isSubscribed(tenantId, conversationId);
  }

  private framesOf(published: PublishedEvent): readonly Frame[] | Promise<readonly Frame[]> {
    if (this.hasReceivers(published)) return this.frames.of(published);
    this.frames.advance(published);
    return [];
  }
}
