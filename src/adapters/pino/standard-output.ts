import { fstatSync, write, writeSync } from 'node:fs';

/** Bytes that wait for a reader or a disk. */
const MOST_BYTES = 1_048_576;
const STANDARD_OUTPUT = 1;

/** Takes lines without a wait. Those that do not fit, or that fail, are dropped and counted. */
export interface Output {
  readonly dropped: number;
  write(line: string): void;
}

/** A pipe or a terminal: Node writes without blocking as far as the reader takes it. */
class StreamOutput implements Output {
  dropped = 0;

  constructor(private readonly stream: NodeJS.WriteStream) {
    stream.on('error', () => undefined);
  }

  write(line: string): void {
    if (this.stream.writableLength + line.length > MOST_BYTES) this.dropped++;
    else this.stream.write(line, (error) => error && this.dropped++);
  }
}

/** A file, whose disk may be full or slow: it is written outside the event loop. */
class FileOutput implements Output {
  dropped = 0;
  private waiting: string[] = [];
  private bytes = 0;
  private isWriting = false;
  /** The last line was written in part. */
  private isTorn = false;

  constructor() {
    process.once('exit', () => this.writeRest());
  }

  write(line: string): void {
    if (this.bytes + line.length > MOST_BYTES) {
      this.dropped++;
      return;
    }
    this.waiting.push(line);
    this.bytes += line.length;
    if (!this.isWriting) this.writeNext();
  }

  private writeNext(): void {
    const lines = this.take();
    this.isWriting = lines.length > 0;
    if (this.isWriting) this.writeAll(this.bytesOf(lines), lines.length);
  }

  private writeAll(bytes: Buffer, lines: number): void {
    write(STANDARD_OUTPUT, bytes, (error, written) => {
      if (!error && written < bytes.length) {
        this.isTorn = true;
        this.writeAll(bytes.subarray(written), lines);
        return;
      }
      if (error) this.dropped += lines;
      else this.isTorn = false;
      this.writeNext();
    });
  }

  private writeRest(): void {
    try {
      writeSync(STANDARD_OUTPUT, this.bytesOf(this.take()));
    } catch {
      // The process ends, so the count is not needed.
    }
  }

  private bytesOf(lines: readonly string[]): Buffer {
    return Buffer.from(`${this.isTorn ? '\n' : ''}${lines.join('')}`);
  }

  private take(): readonly string[] {
    const lines = this.waiting;
    this.waiting = [];
    this.bytes = 0;
    return lines;
  }
}

function isStream(): boolean {
  try {
    const is = fstatSync(STANDARD_OUTPUT);
    return is.isFIFO() || is.isSocket() || process.stdout.isTTY;
  } catch {
    return false;
  }
}

let output: Output | undefined;

/** The one of this process. */
export function standardOutput(): Output {
  output ??= isStream() ? new StreamOutput(process.stdout) : new FileOutput();
  return output;
}
