import { existsSync } from 'node:fs';
import { askOperator, NoAnswer } from '../../adapters/operator-socket/ask-operator.js';
import { operatorSocketOf } from '../../adapters/operator-socket/operator-socket.js';
import { storeSettings } from '../../config/stores.js';
import { type OperatorCall, type OperatorOutput, OperatorRefused } from '../../ports/process/operator-calls.js';
import { Differs, Unreadable, WrongUsage } from './failures.js';
import { progressBar } from './progress.js';

const FAILURES = { 1: Differs, 2: WrongUsage, 3: Unreadable };

/** Runs a command inside the running service. @throws Differs, WrongUsage, Unreadable as the command ends */
export async function* askService(call: OperatorCall): AsyncGenerator<OperatorOutput> {
  const dataDir = storeSettings.dataDir.read(process.env);
  if (!existsSync(dataDir)) throw new Unreadable(`${dataDir} does not exist.`);
  try {
    yield* askOperator(operatorSocketOf(dataDir) ?? '', call);
  } catch (error) {
    if (error instanceof OperatorRefused) throw new FAILURES[error.exit](error.message);
    if (!(error instanceof NoAnswer)) throw error;
    throw new Differs('No service with this DATA_DIR runs on this machine, or it ended. Start it first.');
  }
}

interface Telling<Line> {
  readonly json: boolean;
  readonly say: (line: string) => void;
  /** A line without `--json`; undefined says nothing. */
  readonly text: (line: Line) => string | undefined;
}

/** Runs a command inside the running service, and prints its lines and its progress. @throws Differs, WrongUsage, Unreadable */
export async function tellFromService<Line>(call: OperatorCall, { json, say, text }: Telling<Line>): Promise<void> {
  const bar = progressBar();
  try {
    for await (const output of askService(call)) {
      if ('progress' in output) bar(output.progress.what, output.progress.done, output.progress.of);
      else {
        bar.end();
        const line = json ? JSON.stringify(output.line) : text(output.line as Line);
        if (line !== undefined) say(line);
      }
    }
  } finally {
    bar.end();
  }
}
