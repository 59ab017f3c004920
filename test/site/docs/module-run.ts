import { moduleOf } from '../../../site/src/facts/samples.js';
import { type Block, browserStep } from './samples.js';
import { outputMark, RUN_MARK } from './shell-run.js';

/**
 * A module that node loads before the samples. It prints every response with its status, so that it can be compared with
 * the one that the page shows, and has the globals of a page that the samples of passkeys use.
 */
export const PRELOAD = `
const { fetch: fetchUnprinted } = globalThis;
globalThis.fetch = async (...request) => {
  const answer = await fetchUnprinted(...request);
  console.log('HTTP ' + answer.status);
  console.log(await answer.clone().text());
  return answer;
};
globalThis.inBrowser = async (step, body) =>
  (await fetchUnprinted(process.env.BROWSER + '/' + step, { method: 'POST', body })).text();
const credential = (step) => async ({ publicKey }) => JSON.parse(await inBrowser(step, JSON.stringify(publicKey)));
if (globalThis.navigator)
  Object.defineProperty(navigator, 'credentials', { value: { create: credential('create'), get: credential('get') } });
globalThis.PublicKeyCredential = { parseCreationOptionsFromJSON: (it) => it, parseRequestOptionsFromJSON: (it) => it };
`;

/** Runs the samples twice in one process. */
export const MODULE_RUNNER = `
await import('./samples.ts');
console.log('${RUN_MARK}');
await import('./samples.ts?again');
`;

/** The reader pastes what the browser shows. */
const pasted = (block: Block): string =>
  browserStep(block) === 'sign-in'
    ? block.code.replace("terminal.question('Code: ')", "inBrowser('sign-in', authorize.href)")
    : block.code;

/** The file of a page with a line before the output of each sample. Samples of web pages run, too. */
export const moduleScript = (blocks: readonly Block[]): string =>
  moduleOf(
    blocks
      .filter(({ lang }) => lang === 'ts')
      .map((block) => ({
        ...block,
        meta: 'sample',
        code: `console.log(${JSON.stringify(outputMark(block))});\n${pasted(block)}`,
      })),
    'ts',
  );
