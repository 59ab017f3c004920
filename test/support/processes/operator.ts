import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { enginesFor } from '../engines.js';
import { compiledService } from './compiled-service.js';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

async function run(dataDir: string, file: string, args: readonly string[], environment: object): Promise<Ended> {
  const child = spawn(process.execPath, [`${compiledService()}/${file}`, ...args], {
    env: { ...process.env, ...enginesFor(dataDir), ...environment, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out: out.trim(), error: error.trim() };
}

/** Runs `npm run tidings -- …` on a data folder, with the settings of the engines of this run. */
export const operator = (dataDir: string, args: readonly string[], environment = {}): Promise<Ended> =>
  run(dataDir, 'src/cli/tidings.js', args, environment);

/** Runs several commands one after the other in one process, whose start takes longer than most commands. */
export async function operatorRuns(
  dataDir: string,
  commands: readonly (readonly string[])[],
  environment = {},
): Promise<readonly Ended[]> {
  const file = 'test/support/processes/operator-child.js';
  const { code, out, error } = await run(dataDir, file, [JSON.stringify(commands)], environment);
  if (code !== 0) throw new Error(`The commands ended with ${code}: ${error}`);
  return (JSON.parse(out) as Ended[]).map((each) => ({ ...each, out: each.out.trim(), error: each.error.trim() }));
}
