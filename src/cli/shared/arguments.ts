import { parseArgs } from 'node:util';
import { WrongUsage } from './failures.js';

/** Further parts of the usage of a command: options without a value, and operands, all of which must be there. */
interface Further<Flag extends string, Operand extends string> {
  readonly flags?: readonly Flag[];
  readonly operands?: readonly Operand[];
}

type Given<Name extends string, Flag extends string, Operand extends string> = Partial<Record<Name, string>> &
  Readonly<Record<Flag, boolean>> &
  Readonly<Record<Operand, string>> & { readonly json: boolean };

/** Values of options that take one, flags, operands, and whether `--json` is there. Undefined: `--help`. @throws WrongUsage */
export function argumentsOf<Name extends string, Flag extends string = never, Operand extends string = never>(
  args: readonly string[],
  names: readonly Name[],
  usage: string,
  { flags = [], operands = [] }: Further<Flag, Operand> = {},
): Given<Name, Flag, Operand> | undefined {
  const wrong = (message: string) => new WrongUsage(`${message}\n\n${usage}`);
  const isSet = ['json', 'help', ...flags];
  const options = Object.fromEntries([
    ...isSet.map((name) => [name, { type: 'boolean' }] as const),
    ...names.map((name) => [name, { type: 'string' }] as const),
  ]);
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: operands.length > 0 });
  } catch (error) {
    throw wrong((error as Error).message);
  }
  const { values, positionals } = parsed;
  if (values.help) return undefined;
  if (positionals.length > operands.length) throw wrong(`Unexpected argument '${positionals[operands.length]}'.`);
  const missing = operands[positionals.length];
  if (missing !== undefined) throw wrong(`<${missing}> is missing.`);
  const unset = Object.fromEntries(isSet.map((name) => [name, false]));
  const placed = Object.fromEntries(operands.map((name, i) => [name, positionals[i]]));
  return { ...unset, ...values, ...placed } as unknown as Given<Name, Flag, Operand>;
}
