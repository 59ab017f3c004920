import { parseArgs } from 'node:util';
import { WrongUsage } from './failures.js';

/** Values of options that take one, and whether `--json` is there. Undefined: `--help`. @throws WrongUsage */
export function argumentsOf<Name extends string>(
  args: readonly string[],
  names: readonly Name[],
  usage: string,
): (Partial<Record<Name, string>> & { readonly json: boolean }) | undefined {
  const flags = { json: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  const options = { ...flags, ...Object.fromEntries(names.map((name) => [name, { type: 'string' } as const])) };
  try {
    const { json = false, help, ...values } = parseArgs({ args: [...args], options }).values;
    return help ? undefined : { ...(values as Partial<Record<Name, string>>), json };
  } catch (error) {
    throw new WrongUsage(`${(error as Error).message}\n\n${usage}`);
  }
}
