import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { askForEverything } from './memory/large-answers.js';
import { growAndRebuild } from './memory/large-conversations.js';
import { sendAndRead } from './memory/large-value.js';
import { sendFromMany } from './memory/many-values.js';
import { uploadAtOnce } from './memory/uploads.js';

/** `npm run test:memory -- --conversations 1500 --heap 512 --value 64`: exits with 1 if the service died, lost a conversation or answered too much. */
const say = (text: string) => process.stdout.write(`${text}\n`);

const ANSWER_BYTES = 33_554_432;

const { values } = parseArgs({
  options: {
    conversations: { type: 'string', default: '1500' },
    answers: { type: 'string', default: '140' },
    uploads: { type: 'string', default: '64' },
    heap: { type: 'string', default: '512' },
    value: { type: 'string', default: '64' },
    tenants: { type: 'string', default: '6' },
  },
});
const root = join(import.meta.dirname, '../..');
const heapMiB = Number(values.heap);
const conversations = Number(values.conversations);

const growth = async () => {
  const reports = await growAndRebuild({ root, conversations, dataBytes: 120_000, heapMiB, say });
  const isWhole = reports.every((each) => each.conversations === conversations && each.lastIsWhole);
  return isWhole ? [] : ['a conversation is missing'];
};

const answers = async () => {
  const asked = { root, conversations: Number(values.answers), dataBytes: 4_000_000, heapMiB, say };
  const reports = await askForEverything({ ...asked, atOnce: 40, answerBytes: ANSWER_BYTES });
  return reports.flatMap(({ call, statuses, largestBytes }) => [
    ...(largestBytes > ANSWER_BYTES ? [`${call} answered ${largestBytes} bytes`] : []),
    ...Object.keys(statuses)
      .filter((status) => !['200', '413', '429'].includes(status))
      .map((status) => `${call} answered ${status}`),
  ]);
};

const value = async () => {
  const { isWhole, isListed } = await sendAndRead({ root, bytes: Number(values.value) * 1_048_576, heapMiB, say });
  return isWhole && isListed ? [] : ['a large value did not come back as it was sent'];
};

/** MiB that uploads take beyond what the service holds before, however large they are. */
const UPLOADS_MIB = 256;

const uploads = async () => {
  const { beforeMiB, peakMiB, statuses, assets } = await uploadAtOnce({
    root,
    uploads: Number(values.uploads),
    mebibytes: 100,
    say,
  });
  return [
    ...(peakMiB > beforeMiB + UPLOADS_MIB ? [`uploads took ${peakMiB - beforeMiB} MiB`] : []),
    ...(statuses['204'] === Number(values.uploads) ? [] : [`uploads were answered ${JSON.stringify(statuses)}`]),
    ...(assets.UPLOAD_COMPLETED === Number(values.uploads) ? [] : [`uploads ended as ${JSON.stringify(assets)}`]),
  ];
};

/** MiB that the service takes for the large values of many tenants at once, beyond what it holds before. */
const VALUES_MIB = 256;

const ofManyTenants = async () => {
  const load = { root, tenants: Number(values.tenants), values: 12, mebibytes: 16, heapMiB, say };
  const { beforeMiB, peakMiB, statuses, starved } = await sendFromMany(load);
  return [
    ...(peakMiB > beforeMiB + VALUES_MIB ? [`values of many tenants took ${peakMiB - beforeMiB} MiB`] : []),
    ...(starved === 0 ? [] : [`${starved} tenants had no value accepted`]),
    ...Object.keys(statuses)
      .filter((status) => !['0', '201', '429', '503'].includes(status))
      .map((status) => `a value was answered ${status}`),
  ];
};

const failures: string[] = [];
const scenarios = [
  ...(conversations > 0 ? [growth] : []),
  ...(values.answers === '0' ? [] : [answers]),
  ...(values.uploads === '0' ? [] : [uploads]),
  ...(values.value === '0' ? [] : [value]),
  ...(values.tenants === '0' ? [] : [ofManyTenants]),
];
for (const scenario of scenarios) {
  failures.push(...(await scenario().catch((error) => [String(error)])));
}
say(failures.length === 0 ? 'passed' : `failed: ${failures.join('; ')}`);
process.exitCode = failures.length === 0 ? 0 : 1;
