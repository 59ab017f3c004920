import { type SentFile, sentFileOf } from '../../../../embed/src/files.js';
import { assetKinds } from '../../../../src/catalogue/assets.js';

const MIB = 1_048_576;

interface Words {
  readonly wrongType: string;
  readonly tooLarge: (mib: number) => string;
}

/** The files that the service takes, and why another is refused. */
export function filesOf(files: readonly File[], text: Words) {
  const sent: SentFile[] = [];
  let refused: string | undefined;
  for (const each of files) {
    const file = sentFileOf(each);
    const maxBytes = file ? assetKinds[file.kind].maxBytes : 0;
    if (!file) refused = text.wrongType;
    else if (each.size > maxBytes) refused = text.tooLarge(maxBytes / MIB);
    else sent.push(file);
  }
  return { sent, refused };
}
