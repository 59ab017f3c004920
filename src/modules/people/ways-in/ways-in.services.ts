import { Module } from '@nestjs/common';
import { WaysIn } from './application/ways-in.service.js';

/** Services that other modules inject. */
@Module({ providers: [WaysIn], exports: [WaysIn] })
export class WaysInServices {}
