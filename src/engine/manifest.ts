import type { KindFacts } from '../catalogue/operational/kind-facts.js';
import type { ErasedPlace } from '../catalogue/retention.js';
import type { CommandClass } from '../kernel/command.js';
import type { Decider } from '../kernel/decider.js';
import type { Event, EventType } from '../kernel/event.js';
import type { Process } from '../kernel/process.js';
import type { AnyProjection } from '../kernel/projection.js';
import type { SnapshotFormat } from '../kernel/snapshot.js';
import type { OperatorCommand } from '../ports/process/operator-calls.js';
import type { UpgradeEntry } from './effects/entry-upgrades.js';
import type { Worker } from './effects/lease.js';
import type { EffectSender } from './effects/sender-registry.js';
import type { Eraser } from './erasure/eraser.js';
import type { TraceSource } from './log/tracing/trace-source.js';
import type { PastSource } from './read-models/past/past.js';

// biome-ignore lint/suspicious/noExplicitAny: a list of deciders is of mixed commands, states and events.
export type AnyDecider = Decider<any, any, any>;

/** A class that the frame constructs. */
export type Constructed<T = unknown> = abstract new (...injected: never[]) => T;

/** A decider with the classes of all commands that it decides. */
export interface DecidedCommands {
  readonly decider: AnyDecider;
  readonly commands: readonly CommandClass[];
  /** How states of long streams are kept; left out where streams stay short. */
  // biome-ignore lint/suspicious/noExplicitAny: a list of deciders is of mixed states.
  readonly snapshot?: SnapshotFormat<any>;
}

/** Removes the data of a subject that a module keeps outside the log and the read models. */
export interface Erases {
  readonly places: readonly ErasedPlace[];
  readonly eraser: Constructed<Eraser>;
}

/** The parts of a module. The composition, the codec, the projector and the workers read them. */
export interface Manifest {
  readonly name: string;
  /** The Nest module with the controllers and services; left out where there are none. */
  readonly module?: Constructed;
  readonly events?: Readonly<Record<string, EventType>>;
  readonly deciders?: readonly DecidedCommands[];
  readonly projections?: readonly AnyProjection[];
  /** Reads as of a moment, of read models that one stream does not make. */
  readonly pasts?: readonly PastSource[];
  readonly processes?: readonly Process<Event>[];
  /** Started in this order, in one process of the deployment at a time. */
  readonly workers?: readonly Constructed<Worker>[];
  /** Senders of effects by channel. A channel belongs to one module. */
  readonly senders?: Readonly<Record<string, Constructed<EffectSender>>>;
  /** Commands of the operator that run inside the service, by name. */
  readonly operatorCommands?: Readonly<Record<string, Constructed<OperatorCommand>>>;
  /** `test/architecture/erasure.spec.ts` refuses a place of the catalogue that no module or more than one erases. */
  readonly erases?: readonly Erases[];
  /** Find the consequences of events outside of the log. */
  readonly traces?: readonly Constructed<TraceSource>[];
  /** Kinds of entries in the operational store. A kind says whether its values are sealed. */
  readonly operationalKinds?: Readonly<Record<string, KindFacts>>;
  /** Upgrades of entries that earlier versions wrote, by kind. */
  readonly entryUpgrades?: Readonly<Record<string, UpgradeEntry>>;
}
