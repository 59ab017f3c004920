import { createHash } from 'node:crypto';

/** 64 KiB: of 50,000 other subjects, fewer than one in 100 seems to be contained. */
const BITS = 524_288;
const HASHES = 7;

/**
 * Which subjects a file contains, as a Bloom filter. It may name a subject too many, never one too few, so that an erasure
 * reaches every file with its subject.
 */
export class SubjectFilter {
  private constructor(private readonly bits: Buffer) {}

  static empty(): SubjectFilter {
    return new SubjectFilter(Buffer.alloc(BITS / 8));
  }

  static from(text: string): SubjectFilter {
    return new SubjectFilter(Buffer.from(text, 'base64'));
  }

  add(subject: string): void {
    for (const [byte, bit] of placesOf(subject)) this.bits[byte] = (this.bits[byte] ?? 0) | bit;
  }

  mayHave(subject: string): boolean {
    return placesOf(subject).every(([byte, bit]) => ((this.bits[byte] ?? 0) & bit) !== 0);
  }

  toString(): string {
    return this.bits.toString('base64');
  }
}

function placesOf(subject: string): readonly (readonly [byte: number, bit: number])[] {
  const digest = createHash('sha256').update(subject).digest();
  return Array.from({ length: HASHES }, (_, n) => {
    const place = digest.readUInt32LE(n * 4) % BITS;
    return [place >> 3, 1 << (place & 7)];
  });
}
