import type { Vocabulary } from '../engine/log/codec.js';
import type { DecidedCommands, Manifest } from '../engine/manifest.js';

const unique = (what: string, names: readonly string[]): void => {
  const twice = names.find((name, n) => names.indexOf(name) !== n);
  if (twice !== undefined) throw new Error(`Two modules declare the ${what} ${twice}.`);
};

const all = <T>(manifests: readonly Manifest[], of: (manifest: Manifest) => readonly T[] | undefined): readonly T[] =>
  manifests.flatMap((manifest) => of(manifest) ?? []);

export type Registry = ReturnType<typeof combine>;

/**
 * The parts of all modules together.
 * @throws Error when two modules declare the same event, command, stream category, projection, process, kind of entry,
 * command of the operator or channel
 */
export function combine(manifests: readonly Manifest[]) {
  const events = all(manifests, ({ events = {} }) => Object.entries(events));
  const deciders = all<DecidedCommands>(manifests, (manifest) => manifest.deciders);
  const projections = all(manifests, (manifest) => manifest.projections);
  const pasts = all(manifests, (manifest) => manifest.pasts);
  const processes = all(manifests, (manifest) => manifest.processes);
  const kinds = all(manifests, ({ operationalKinds = {} }) => Object.entries(operationalKinds));
  const senders = all(manifests, ({ senders = {} }) => Object.entries(senders));
  const operatorCommands = all(manifests, ({ operatorCommands = {} }) => Object.entries(operatorCommands));
  const upgrades = all(manifests, ({ entryUpgrades = {} }) => Object.entries(entryUpgrades));
  const erases = all(manifests, (manifest) => manifest.erases);
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
  const types = events.map(([type]) => type);
  unique('event', types);
  unique('stream category', names(deciders.map(({ decider }) => ({ name: decider.category }))));
  unique('command', names(deciders.flatMap(({ commands }) => commands.map(({ type }) => ({ name: type })))));
  unique('projection', names(projections));
  unique('past of a projection', names(pasts.map(({ projection }) => projection)));
  unique('process', names(processes));
  unique('kind of entry', names(kinds.map(([name]) => ({ name }))));
  unique('upgrade of entries', names(upgrades.map(([name]) => ({ name }))));
  unique('place that is erased', names(erases.flatMap(({ places }) => places.map((name) => ({ name })))));
  unique('command of the operator', names(operatorCommands.map(([name]) => ({ name }))));
  unique('channel', names(senders.map(([name]) => ({ name }))));
  const vocabulary: Vocabulary = {
    types: Object.fromEntries(events.map(([type, { version }]) => [type, version])),
    upcasters: Object.fromEntries(events.map(([type, { upcasters = {} }]) => [type, upcasters])),
    sealed: Object.fromEntries(events),
  };
  return {
    vocabulary,
    projections,
    pasts,
    processes,
    deciders,
    /** How states of long streams are kept, by stream category. */
    snapshots: new Map(
      deciders.flatMap(({ decider, snapshot }) => (snapshot ? [[decider.category, snapshot] as const] : [])),
    ),
    workers: all(manifests, (manifest) => manifest.workers),
    senders,
    operatorCommands,
    erasers: erases.map(({ eraser }) => eraser),
    traces: all(manifests, (manifest) => manifest.traces),
    entryUpgrades: Object.fromEntries(upgrades),
    /** Kinds of entries that are worth nothing once they are due. */
    sweptKinds: kinds.filter(([, { expiry }]) => expiry === 'due').map(([kind]) => kind),
    /** Kinds of entries whose values are sealed. */
    sealedKinds: new Set(kinds.filter(([, { sealed }]) => sealed).map(([kind]) => kind)),
  };
}
