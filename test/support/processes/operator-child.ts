// Runs commands of the operator one after the other. Each begins with its words and ends as if the process was its own.
import { usePackageBundle } from '../../../src/package-bundle.js';

usePackageBundle();
await import('reflect-metadata');

const COMMAND = new URL('../../../src/cli/operator-command.js', import.meta.url).href;
const commands: readonly (readonly string[])[] = JSON.parse(process.argv[2] ?? '[]');

class Exit {}
const exit = process.exit.bind(process);
const print = process.stdout.write.bind(process.stdout);
process.exit = (code) => {
  process.exitCode = code ?? process.exitCode;
  throw new Exit();
};
process.stdout.setMaxListeners(0);

let told = { out: '', error: '' };
const into = (stream: keyof typeof told) => (text: string | Uint8Array) => {
  told[stream] += text;
  return true;
};
process.stdout.write = into('out');
process.stderr.write = into('error');

const runs: object[] = [];
for (const [n, words] of commands.entries()) {
  told = { out: '', error: '' };
  process.exitCode = 0;
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...words);
  try {
    await import(`${COMMAND}?run=${n}`);
  } catch (error) {
    if (!(error instanceof Exit)) {
      told.error += error instanceof Error ? error.stack : String(error);
      process.exitCode = 1;
    }
  }
  runs.push({ code: process.exitCode, ...told });
}
print(JSON.stringify(runs), () => exit(0));
