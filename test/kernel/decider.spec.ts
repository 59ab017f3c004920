import { describe, expect, test } from 'vitest';
import { command } from '../../src/kernel/command.js';
import { type Decider, type Decisions, decideBy, UnknownCommand } from '../../src/kernel/decider.js';
import type { Event } from '../../src/kernel/event.js';
import { commandMeta, given } from '../support/given/given.js';

class SwitchOn extends command('SwitchOn')<{ readonly by: string }> {}
class SwitchOff extends command('SwitchOff')<Record<string, never>> {}
type SwitchCommand = SwitchOn | SwitchOff;
type SwitchEvent = Event<'SwitchedOn', { readonly by: string }> | Event<'SwitchedOff', Record<string, never>>;

const decisions: Decisions<SwitchCommand, boolean, SwitchEvent> = {
  SwitchOn: ({ data: { by } }, isOn) => (isOn ? [] : [{ type: 'SwitchedOn', data: { by } }]),
  SwitchOff: (_, isOn) => (isOn ? [{ type: 'SwitchedOff', data: {} }] : []),
};
const decider: Decider<SwitchCommand, boolean, SwitchEvent> = {
  category: 'switch',
  initial: false,
  decide: decideBy(decisions),
  evolve: (_, { type }) => type === 'SwitchedOn',
};
const meta = commandMeta();
const on = { type: 'SwitchedOn', data: { by: 'anna' } } as const;

describe('a decider of one decision for each type of command', () => {
  const switches = given(decider);

  test('decides a command by its type and the state', () => {
    switches()
      .when(new SwitchOn('s', { by: 'anna' }, meta))
      .gives(on);
    switches(on)
      .when(new SwitchOn('s', { by: 'ben' }, meta))
      .nothing();
    switches(on)
      .when(new SwitchOff('s', {}, meta))
      .gives({ type: 'SwitchedOff', data: {} });
  });
  test('decides a plain object like an instance of the class', () =>
    switches()
      .when({ type: 'SwitchOn', target: 's', data: { by: 'anna' }, meta })
      .gives(on));

  test.each(['SwitchOver', 'switchOn', '', 'constructor', 'toString', '__proto__'])('refuses the type %j', (type) => {
    const decide = () => decider.decide({ type, target: 's', data: {}, meta } as never, false);
    expect(decide).toThrow(UnknownCommand);
    expect(decide).toThrow(`unknown command type "${type}": expected one of SwitchOn, SwitchOff`);
  });
});

describe('does not compile', () => {
  test('without a decision for one of the types', () => {
    const { SwitchOn: switchOn } = decisions;
    // @ts-expect-error SwitchOff is missing
    const incomplete: Decider<SwitchCommand, boolean, SwitchEvent>['decide'] = decideBy({ SwitchOn: switchOn });
    expect(() => incomplete(new SwitchOff('s', {}, meta), true)).toThrow(UnknownCommand);
  });
  test('with a decision for a type that there is not', () => {
    // @ts-expect-error no command is named SwitchOver
    const superfluous: typeof decisions = { ...decisions, SwitchOver: () => [] };
    expect(Object.keys(superfluous)).toContain('SwitchOver');
  });
});
