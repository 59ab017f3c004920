const EVERY_MS = 200;
const BAR = 30;

export type Progress = (what: string, done: number, of?: number) => void;

/** A bar on a terminal, which the next line takes the place of; nothing elsewhere. */
export function progressBar(terminal: NodeJS.WriteStream = process.stderr): Progress & { end(): void } {
  let shownMs = Number.NEGATIVE_INFINITY;
  let shown = '';
  const write = (line: string) => {
    terminal.write(`\r${line.padEnd(shown.length)}`);
    shown = line;
  };
  const bar: Progress = (what, done, of) => {
    if (!terminal.isTTY || performance.now() - shownMs < EVERY_MS) return;
    shownMs = performance.now();
    const filled = of ? Math.round((BAR * done) / of) : 0;
    write(of ? `${what} [${'#'.repeat(filled).padEnd(BAR)}] ${done} of ${of}` : `${what} ${done}`);
  };
  const end = () => {
    if (shown === '') return;
    write('');
    terminal.write('\r');
  };
  return Object.assign(bar, { end });
}
