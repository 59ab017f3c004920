import { WrongSetting } from '../config/environment.js';
import { logCopy } from './log/copy.js';
import { NotACopy } from './log/copy-log.js';

type Command = (args: readonly string[], say: (line: string) => void) => Promise<void>;

/** Commands of the operator by name. */
const commands: Readonly<Record<string, { readonly about: string; readonly run: Command }>> = {
  'log copy': { about: 'Copy an event log to another store and verify the copy', run: logCopy },
};

const [, , ...words] = process.argv;
const name = Object.keys(commands).find((each) => words.slice(0, each.split(' ').length).join(' ') === each);
const say = (line: string) => void process.stdout.write(`${line}\n`);

if (name === undefined) {
  say('Usage: npm run tidings -- <command>\n');
  for (const [each, { about }] of Object.entries(commands)) say(`  ${each.padEnd(12)}${about}`);
  process.exitCode = words.length === 0 || words.includes('--help') ? 0 : 2;
} else {
  try {
    await commands[name]?.run(words.slice(name.split(' ').length), say);
  } catch (error) {
    if (!(error instanceof WrongSetting || error instanceof NotACopy)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
// The client of an event store may keep its connection open for a while.
process.exit();
