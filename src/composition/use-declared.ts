import type { INestApplication, Type } from '@nestjs/common';
import { EffectWorkers } from '../engine/effects/effect-workers.js';
import { SenderRegistry } from '../engine/effects/sender-registry.js';
import { Erasers } from '../engine/erasure/erasers.js';
import { TraceSources } from '../engine/log/tracing/trace-sources.js';
import type { Constructed } from '../engine/manifest.js';
import { OperatorCommands } from '../engine/operator/operator-commands.js';
import type { Registry } from './combine.js';

/** Gives the engine the services that manifests name. */
export function useDeclared(app: INestApplication, registry: Registry): void {
  const made = <T>(service: Constructed<T>): T => app.get(service as Type<T>, { strict: false });
  for (const [channel, sender] of registry.senders) app.get(SenderRegistry).register(channel, made(sender));
  for (const [name, command] of registry.operatorCommands) app.get(OperatorCommands).register(name, made(command));
  app.get(TraceSources).use(registry.traces.map(made));
  app.get(Erasers).use(registry.erasers.map(made));
  app.get(EffectWorkers).use(registry.workers.map(made));
}
