import { type Block, browserStep, marked } from './samples.js';
import type { BrowserStep } from './stand-in-browser.js';

const RECEIVER_MS = 10_000;

/** Names the output of a sample, so that it can be compared with the response that the page shows. */
export const outputMark = ({ page, partial = 'page', line }: Block): string => `@@ ${page} ${partial}:${line} @@`;

/** Separates the outputs of two runs. */
export const RUN_MARK = '@@ the next run @@';

const waitFor = (text: string) =>
  `for i in $(seq ${RECEIVER_MS / 50}); do grep -q '${text}' receiver.log && break; sleep 0.05; done; grep '${text}' receiver.log`;

/** Variables of the samples from which the stand-in of the browser makes what the reader copies. */
const shellBrowser: Readonly<Record<BrowserStep, string>> = {
  'sign-in': '$AUTHORIZE',
  create: '$OPTIONS',
  get: '$OPTIONS',
};

const inShell = (block: Block): readonly string[] => {
  if (marked(block, 'receiver')) {
    const line = block.code.replace('whsec_…', '$WEBHOOK_SECRET').trim();
    // The log of the run before would say that this receiver listens.
    return [
      'rm -f receiver.log',
      'set -m',
      `{ ${line}; } > receiver.log 2>&1 &`,
      'RECEIVER=$!',
      'set +m',
      waitFor('listening'),
    ];
  }
  if (marked(block, 'receiver-output')) return [waitFor(block.code.trim())];
  const step = browserStep(block);
  if (step && block.lang === 'sh')
    return [block.code.replace("'…'", `$(curl -s "$BROWSER/${step}" -d "${shellBrowser[step]}")`)];
  if (block.lang !== 'sh' || !marked(block, 'sample')) return [];
  const code = marked(block, 'refused') ? `set +e\n${block.code}\nset -e` : block.code;
  return [`echo "${outputMark(block)}"`, code];
};

/** One bash script of the samples in curl, which stops at the first refused call. */
export const shellScript = (blocks: readonly Block[]): string =>
  [
    'set -euo pipefail',
    // Each response ends its line, so that it can be compared.
    `printf 'write-out = "\\\\n"\\n' > .curlrc`,
    'export CURL_HOME="$PWD"',
    'RECEIVER=',
    `trap 'kill -- -$RECEIVER 2>/dev/null || true' EXIT`,
    ...blocks.flatMap(inShell),
  ].join('\n');
