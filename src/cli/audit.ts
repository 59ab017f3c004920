import { runAudit } from './audit/run-audit.js';

/** `npm run audit -- DATA_DIR`: exits with 1 if a read model differs from a fold of the log. */
const [, , dataDir] = process.argv;
const environment = dataDir === undefined ? process.env : { ...process.env, DATA_DIR: dataDir };

process.exitCode = await runAudit(environment, (line) => void process.stdout.write(`${line}\n`));
