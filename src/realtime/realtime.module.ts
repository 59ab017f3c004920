import { Module } from '@nestjs/common';
import { AuthModule } from '../modules/people/auth/auth.manifest.js';
import { PublicEventsModule } from '../public-events/public-events.manifest.js';
import { ConnectionMonitor } from './gateway/connection-monitor.js';
import { ErrorFrames } from './gateway/error-frames.js';
import { Gateway } from './gateway/gateway.js';
import { SocketRequests } from './gateway/socket-requests.service.js';
import { Broadcaster } from './subscriptions/broadcaster.js';
import { EndedAccess } from './subscriptions/ended-access.js';
import { SignalFrames } from './subscriptions/signal-frames.js';
import { Subscriptions } from './subscriptions/subscriptions.js';

/** The socket (contract 7). */
@Module({
  imports: [AuthModule, PublicEventsModule],
  providers: [
    Gateway,
    Broadcaster,
    Subscriptions,
    SocketRequests,
    SignalFrames,
    ConnectionMonitor,
    EndedAccess,
    ErrorFrames,
  ],
})
export class RealtimeModule {}
