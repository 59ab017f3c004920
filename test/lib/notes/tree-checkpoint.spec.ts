import { describe, expect, test } from 'vitest';
import { checkpointText, readCheckpoint } from '../../../src/lib/notes/tree-checkpoint.js';

/** The example of C2SP tlog-checkpoint. */
const TEXT = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';

describe('a checkpoint', () => {
  test('is read and written as the example of the format', () => {
    const checkpoint = readCheckpoint(TEXT);
    expect(checkpoint).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20852163 });
    expect(checkpoint && checkpointText(checkpoint)).toBe(TEXT);
  });

  test('may have extension lines', () =>
    expect(readCheckpoint(`${TEXT}extension\n`)).toMatchObject({ size: 20852163 }));

  test.each([
    ['no origin', TEXT.slice(TEXT.indexOf('\n'))],
    ['a leading zero', TEXT.replace('2085', '02085')],
    ['a negative size', TEXT.replace('2085', '-2085')],
    ['an unsafe size', TEXT.replace('20852163', '9999999999999999')],
    ['a short root', TEXT.replace('CsUYapGG', '')],
    ['a root with bits beyond it', TEXT.replace('q2I=', 'q2J=')],
    ['no line break at its end', TEXT.slice(0, -1)],
  ])('with %s is none', (_, text) => expect(readCheckpoint(text)).toBeUndefined());
});
