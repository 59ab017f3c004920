const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
const SPACE = 0x20;

const LONGEST_NAME = 200;
/** Replacement in the rest for a member that was taken out, by its first byte. */
const STANDS_FOR: Readonly<Record<number, string>> = { [OBJECT]: '{}', [LIST]: '[]', [QUOTE]: '""' };

/** The place of a member's value in the body. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Takes one member out of a JSON object that arrives in chunks, without parsing it. The rest is JSON if the body is.
 * The value of the member is not checked: it is the text up to its closing bracket.
 */
export class BodySplitter {
  private readonly rest: Buffer[] = [];
  private readonly name: number[] = [];
  private restBytes = 0;
  private at = 0;
  private depth = 0;
  private inText = false;
  private isEscaped = false;
  private expects: 'root' | 'name' | 'colon' | 'value' | 'any' = 'root';
  private start: number | undefined;
  private end: number | undefined;
  private taking = false;

  /** `most`: bytes of the rest. */
  constructor(
    private readonly member: string,
    private readonly most: number,
  ) {}

  /** The value of the member; undefined: there is none that is an object. */
  get span(): Span | undefined {
    return this.start !== undefined && this.end !== undefined ? { from: this.start, to: this.end } : undefined;
  }

  /** The rest is larger than it may be. */
  get isTooLarge(): boolean {
    return this.restBytes > this.most;
  }

  /** The body without the value. */
  get remaining(): Buffer {
    return Buffer.concat(this.rest);
  }

  write(chunk: Buffer): void {
    let from = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] as number;
      const wasTaking = this.taking;
      if (this.inText) this.text(byte, i);
      else if (byte > SPACE) this.token(byte, i);
      if (this.taking === wasTaking) continue;
      if (this.taking) {
        this.keep(chunk.subarray(from, i));
        this.keep(Buffer.from(STANDS_FOR[byte] as string));
      }
      from = this.taking ? from : i + 1;
    }
    if (!this.taking) this.keep(chunk.subarray(from));
    this.at += chunk.length;
  }

  private keep(bytes: Buffer): void {
    this.restBytes += bytes.length;
    if (!this.isTooLarge) this.rest.push(Buffer.from(bytes));
  }

  private text(byte: number, i: number): void {
    if (this.depth === 1 && this.expects === 'colon' && this.name.length < LONGEST_NAME) this.name.push(byte);
    if (this.isEscaped) this.isEscaped = false;
    else if (byte === BACKSLASH) this.isEscaped = true;
    else if (byte === QUOTE) {
      this.inText = false;
      this.ended(i);
    }
  }

  private token(byte: number, i: number): void {
    if (byte === QUOTE) this.quote(i);
    else if (byte === OBJECT || byte === LIST) this.opened(byte, i);
    else if (byte === OBJECT_END || byte === LIST_END) {
      this.depth--;
      this.ended(i);
    } else if (this.depth === 1 && byte === COLON && this.expects === 'colon') {
      this.expects = this.isMember() ? 'value' : 'any';
    } else if (this.depth === 1 && byte === COMMA) this.expects = 'name';
    else if (this.expects === 'value') this.expects = 'any';
  }

  private quote(i: number): void {
    this.inText = true;
    if (this.depth === 1 && this.expects === 'name') {
      this.expects = 'colon';
      this.name.length = 0;
      this.name.push(QUOTE);
    } else this.begins(i, undefined);
  }

  private opened(byte: number, i: number): void {
    this.begins(i, byte);
    this.depth++;
    if (this.expects === 'root') this.expects = byte === OBJECT ? 'name' : 'any';
  }

  /** A value begins here; the member's own is taken out. */
  private begins(i: number, byte: number | undefined): void {
    if (this.depth !== 1 || this.expects !== 'value') return;
    this.expects = 'any';
    this.taking = true;
    this.start = byte === OBJECT ? this.at + i : undefined;
    this.end = undefined;
  }

  private ended(i: number): void {
    if (!this.taking || this.depth !== 1) return;
    this.taking = false;
    if (this.start !== undefined) this.end = this.at + i + 1;
  }

  private isMember(): boolean {
    try {
      return JSON.parse(Buffer.from(this.name).toString()) === this.member;
    } catch {
      return false;
    }
  }
}
