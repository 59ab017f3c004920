import { Module } from '@nestjs/common';
import { AuthModule } from '../modules/auth/auth.manifest.js';
import { PublicEventsModule } from '../public-events/public-events.manifest.js';
import { Broadcaster } from './broadcaster.js';
import { ConnectionMonitor } from './connection-monitor.js';
import { ErrorFrames } from './error-frames.js';
import { Gateway } from './gateway.js';
import { SignalFrames } from './signal-frames.js';
import { SocketRequests } from './socket-requests.service.js';
import { Subscriptions } from './subscriptions.js';

/** The socket (contract 7). */
@Module({
  imports: [AuthModule, PublicEventsModule],
  providers: [Gateway, Broadcaster, Subscriptions, SocketRequests, SignalFrames, ConnectionMonitor, ErrorFrames],
})
export class RealtimeModule {}
