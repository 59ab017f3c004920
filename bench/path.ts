import { type Path, pathOf, roomsOf } from './path/calls.js';
import { type Measured, measurePaths } from './path/measure.js';
import { ceilings, overCeiling } from './path-ceilings.js';
import { grid } from './table.js';

// `npm run bench:path` counts the files, functions and calls that two requests run, by room. It exits with 1 if a path is
// over its ceiling.
const line = (name: string, { files, functions, calls, machinery }: Path): readonly string[] => [
  name,
  `${files}`,
  `${functions}`,
  `${calls}`,
  `${machinery} (${Math.round((machinery / calls) * 100)} %)`,
];

const say = (text: string) => process.stdout.write(`${text}\n`);

const measured = await measurePaths();
for (const name of Object.keys(measured) as Measured[]) {
  const path = pathOf(measured[name]);
  const rooms = roomsOf(measured[name]).map(([room, own]) => line(room, own));
  say(`\n${grid([[name, 'files', 'functions', 'calls', 'machinery'], line('all rooms', path), ...rooms])}`);
  for (const figure of overCeiling(path, ceilings[name])) {
    say(`OVER THE CEILING ${figure}`);
    process.exitCode = 1;
  }
}
process.exit();
