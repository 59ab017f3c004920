import { Module } from '@nestjs/common';
import { Announcer } from './broadcaster.js';
import { Gateway } from './gateway.js';
import { Refusals } from './error-frames.js';
import { Requests } from './socket-requests.service.js';
import { SignalFrames } from './signal-frames.js';
import { Subscriptions } from './subscriptions.js';
import { Watch } from './connection-monitor.js';

/** The socket (contract 7). */
@Module({ providers: [Gateway, Announcer, Subscriptions, Requests, SignalFrames, Watch, Refusals] })
export class RealtimeModule {}
