import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { enginesFor } from '../engines.js';
import { compiledService } from './compiled-service.js';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** Runs `npm run tidings -- …` on a data folder, with the settings of the engines of this run. */
export async function operator(dataDir: string, args: readonly string[], environment = {}): Promise<Ended> {
  const child = spawn(process.execPath, [`${compiledService()}/src/cli/tidings.js`, ...args], {
    env: { ...process.env, ...enginesFor(dataDir), ...environment, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out: out.trim(), error: error.trim() };
}
