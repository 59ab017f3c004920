import { type Block, browserStep, marked } from './samples.js';
import { outputMark } from './shell-run.js';

const IMPORT = /^import .*;$/gm;

const startReceiver = `
const { spawn: startProcess } = await import('node:child_process');
const heard = { text: '' };
const receiverProcess = startProcess(process.execPath, ['receiver.mjs'], { env: { WEBHOOK_SECRET: secret } });
receiverProcess.stdout.on('data', (data) => { heard.text += data; });
process.on('exit', () => receiverProcess.kill());
const hears = async (text: string) => {
  for (let i = 0; i < 200 && !heard.text.includes(text); i++) await new Promise((after) => setTimeout(after, 50));
  if (!heard.text.includes(text)) throw new Error('The receiver has not printed: ' + text);
};
await hears('listening');`;

/** Prints every response with its status, so that it can be compared with the one that the page shows. */
const printResponses = `
const { fetch: fetchUnprinted } = globalThis;
globalThis.fetch = async (...request) => {
  const answer = await fetchUnprinted(...request);
  console.log('HTTP ' + answer.status);
  console.log(await answer.clone().text());
  return answer;
};`;

/** The globals of a page that the samples of passkeys use. */
const browserGlobals = `
const inBrowser = async (step: string, body: string) =>
  (await fetchUnprinted(process.env.BROWSER + '/' + step, { method: 'POST', body })).text();
const credential = (step: string) => async ({ publicKey }) => JSON.parse(await inBrowser(step, JSON.stringify(publicKey)));
Object.defineProperty(navigator, 'credentials', { value: { create: credential('create'), get: credential('get') } });
const asItIs = (options: unknown) => options;
globalThis.PublicKeyCredential = { parseCreationOptionsFromJSON: asItIs, parseRequestOptionsFromJSON: asItIs };`;

const inModule = (block: Block): string => {
  if (marked(block, 'receiver')) return startReceiver;
  if (marked(block, 'receiver-output')) return `await hears(${JSON.stringify(block.code.trim())});`;
  if (block.lang === 'ts' && browserStep(block) === 'sign-in')
    return block.code.replace("'…'", "await inBrowser('sign-in', authorize.href)");
  if (block.lang !== 'ts' || !marked(block, 'sample')) return '';
  return `console.log(${JSON.stringify(outputMark(block))});\n${block.code.replace(IMPORT, '')}`;
};

/** One module of the samples in TypeScript: the first page at the top, each other page in a block of its own. */
export function moduleScript(pages: readonly (readonly Block[])[]): string {
  const samples = pages.flat().filter(({ lang }) => lang === 'ts');
  const imports = new Set(samples.flatMap(({ code }) => code.match(IMPORT) ?? []));
  const [first = '', ...others] = pages.map((blocks) => blocks.map(inModule).join('\n'));
  return [
    ...imports,
    printResponses,
    browserGlobals,
    first,
    ...others.map((page) => `{\n${page}\n}`),
    'process.exit(0);',
  ].join('\n');
}
