import { Differs } from '../shared/failures.js';
import { askService } from '../shared/service.js';
import { type Finding, note, ok, wrong } from './finding.js';

/** Seconds that a subscriber may be behind. */
const LATE = 60;

/** A line of the command `doctor` inside the service. */
interface SelfReport {
  readonly node: string;
  readonly roles: readonly string[];
  readonly is_ready: boolean;
  readonly seconds_up: number;
  readonly removals_held: boolean;
  readonly damaged: number;
  readonly missing_keys: number;
  readonly lags: Readonly<Record<string, number>>;
}

/** Undefined: no service with this DATA_DIR runs here. */
export async function selfReport(): Promise<SelfReport | undefined> {
  try {
    for await (const output of askService({ command: 'doctor', args: {} })) {
      if ('line' in output) return output.line as SelfReport;
    }
  } catch (error) {
    if (!(error instanceof Differs)) throw error;
  }
  return undefined;
}

export function serviceOf(report: SelfReport | undefined): readonly Finding[] {
  if (!report) return [note('service', 'No service with this DATA_DIR runs on this machine.')];
  const { node, roles, is_ready, seconds_up, removals_held, damaged, missing_keys, lags } = report;
  const found: Finding[] = [];
  const said = `The service runs since ${seconds_up} s with the roles ${roles.join(', ')}, on Node.js ${node}.`;
  found.push(
    is_ready ? ok('service', said) : wrong('service', `${said} It is not ready.`, 'Read /health/ready and its log.'),
  );
  if (removals_held) {
    const todo = 'Set the clock right and start again. If it is right, start once with CLOCK_TRUSTED=true.';
    found.push(wrong('clock', 'The clock jumped: removals by time wait.', todo));
  }
  if (damaged > 0) {
    const todo =
      missing_keys > 0 ? 'Restore the keys file of the operational store.' : 'See log verify, and restore the log.';
    found.push(
      wrong('log', `${damaged} events were found damaged since the start, ${missing_keys} for a lost key.`, todo),
    );
  }
  const late = Object.entries(lags).filter(([, seconds]) => seconds > LATE);
  for (const [name, seconds] of late) {
    const todo = 'Look into the log lines of the process that has the role effects.';
    found.push(wrong('lag', `The subscriber ${name} is ${Math.round(seconds)} s behind.`, todo));
  }
  if (late.length === 0) found.push(ok('lag', 'Every subscriber has handled the log.'));
  return found;
}
