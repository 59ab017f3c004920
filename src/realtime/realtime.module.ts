import { Module } from '@nestjs/common';
import { Announcer } from './announcer.js';
import { Gateway } from './gateway.js';
import { Refusals } from './refusals.js';
import { Requests } from './requests.service.js';
import { SignalFrames } from './signal-frames.js';
import { Subscriptions } from './subscriptions.js';
import { Watch } from './watch.js';

/** The socket (contract 7). */
@Module({ providers: [Gateway, Announcer, Subscriptions, Requests, SignalFrames, Watch, Refusals] })
export class RealtimeModule {}
