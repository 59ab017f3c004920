import { Inject, Injectable } from '@nestjs/common';
import type { Server } from 'socket.io';
import { principalKind } from '../../kernel/access.js';
import { Rejection } from '../../kernel/rejection.js';
import type { PublishedEvent } from '../../public-events/published/published-event.js';
import { ErrorFrames } from '../gateway/error-frames.js';
import { holderRoomOf } from './address.js';
import type { Connection } from './connection.js';

/** Ends subscriptions and connections whose callers may not listen any more. */
@Injectable()
export class EndedAccess {
  constructor(@Inject(ErrorFrames) private readonly errorFrames: ErrorFrames) {}

  /** From now on the connection ends with the participation of its client. */
  follow({ socket, caller }: Connection): void {
    if (principalKind(caller) === 'participant') void socket.join(holderRoomOf(caller.tenantId, caller.id));
  }

  /** Ends the connections of a client that left, before any frame of the event or behind it. */
  after({ event, tenantId, conversationId }: PublishedEvent, server: Server | undefined): void {
    if (event.type !== 'ParticipantLeft') return;
    const ids = server?.sockets.adapter.rooms.get(holderRoomOf(tenantId, event.data.participantId)) ?? [];
    for (const id of [...ids]) {
      const connection = server?.sockets.sockets.get(id)?.data.connection as Connection | undefined;
      if (connection?.caller.conversationId === conversationId) this.revoke(connection);
    }
  }

  revoke(connection: Connection, error: Rejection = new Rejection('errors.unauthenticated')): void {
    this.end(connection, error);
    connection.socket.disconnect(true);
  }

  /** The connection itself stays. */
  end(connection: Connection, error: Rejection): void {
    const addresses = [...connection.subscriptions.keys()];
    for (const address of addresses) connection.unlisten(address);
    connection.socket.emit('ERROR', { type: 'ERROR', ...this.errorFrames.body(error, connection.language), addresses });
  }
}
