import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTenant, type Tenant } from '../../fixtures/tenant.js';
import { PASSWORD } from '../../fixtures/tokens.js';
import { startTidings, type Tidings } from '../../support/api.js';
import { launchBrowser } from '../../support/site/browser.js';
import { closePage, openPage } from '../../support/site/site-page.js';
import { blocksOf, marked } from './samples.js';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, '.cache/react-sample');
const browser = await launchBrowser();

const codeOf = (mark: string) => blocksOf('examples').find((block) => marked(block, mark))?.code ?? '';

/** The page of a reader who copied the sample, with the address and the account of this test. */
async function bundled(url: string, tenantId: string, view: 'Conversation' | 'Thread'): Promise<string> {
  const sample = codeOf('react');
  expect(sample.trim().split('\n').length).toBeLessThanOrEqual(65);
  const text = sample
    .replace(/const url = '.*'/, `const url = '${url}'`)
    .replace(/const tenantId = '.*'/, `const tenantId = '${tenantId}'`)
    .replace('<Conversation id={open} />', `<${view} id={open} />`)
    .replace(/username: '.*?', password: '.*?'/, `username: 'olga@acme.example', password: '${PASSWORD}'`);
  mkdirSync(folder, { recursive: true });
  const imports = view === 'Thread' ? "import { Thread } from './Thread';\n" : '';
  writeFileSync(join(folder, 'App.tsx'), imports + text);
  writeFileSync(join(folder, 'Thread.tsx'), codeOf('react-part'));
  const alias = Object.fromEntries(
    ['', '/session', '/store', '/react'].map((name) => [
      `@tidings/sdk${name}`,
      join(root, `sdk/src/${name.slice(1) || 'tidings'}.ts`),
    ]),
  );
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'App.tsx')],
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    alias,
    nodePaths: [join(root, 'node_modules')],
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles[0]?.text ?? '';
}

describe.skipIf(!browser)('the React sample', () => {
  let tidings: Tidings;
  let acme: Tenant;
  let page: Server;
  const scripts = new Map<string, string>();
  const addressOf = (path: string) => `http://127.0.0.1:${(page.address() as AddressInfo).port}${path}`;

  beforeAll(async () => {
    page = createServer(({ url = '' }, response) => {
      const script = scripts.get(url);
      response.writeHead(200, { 'Content-Type': script === undefined ? 'text/html' : 'text/javascript' });
      response.end(
        script ?? `<!doctype html><title>Inbox</title><body><script type="module" src="${url}.js"></script>`,
      );
    }).listen(0, '127.0.0.1');
    tidings = await startTidings();
    acme = await createTenant(tidings, 'acme');
    await acme.conversationWithClient('case', { description: 'The heating is cold' });
    await acme.post('case', 'Hello?');
    scripts.set('/inbox.js', await bundled(tidings.url, acme.tenantId, 'Conversation'));
    scripts.set('/offline.js', await bundled(tidings.url, acme.tenantId, 'Thread'));
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    page?.close();
    await tidings?.close();
  });

  test('shows an inbox and a conversation, live, and sends', { timeout: 60_000 }, async () => {
    const opened = await openPage(browser!, addressOf('/inbox'));
    await opened.getByRole('button', { name: 'The heating is cold' }).click();
    await opened.getByText('Hello?').waitFor();
    await opened.getByRole('textbox').pressSequentially('We are on our way.');
    await opened.keyboard.press('Enter');
    await opened.getByText('Olga').waitFor();
    await acme.post('case', 'Thank you');
    await opened.getByText('Thank you').waitFor();
    expect(await opened.getByText('We are on our way.').count()).toBe(1);
    expect(await opened.getByRole('textbox').inputValue()).toBe('');
    await acme.conversationWithClient('other', { description: 'Another one' });
    await opened.getByRole('button', { name: 'Another one' }).waitFor();
    await closePage(opened);
  });

  test('keeps a message that cannot be posted over a reload, and posts it once', { timeout: 60_000 }, async () => {
    const opened = await openPage(browser!, addressOf('/offline'));
    const refused = Promise.withResolvers<void>();
    await opened.route('**/messages', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      refused.resolve();
      return route.abort();
    });
    await opened.getByRole('button', { name: 'The heating is cold' }).click();
    await opened.getByText('Hello?').waitFor();
    await opened.getByRole('textbox').pressSequentially('From a tunnel.');
    await opened.keyboard.press('Enter');
    await opened.getByText('From a tunnel. sending').waitFor();
    await refused.promise;
    await opened.reload();
    await opened.getByRole('button', { name: 'The heating is cold' }).click();
    await opened.getByText('From a tunnel. sending').waitFor();
    await opened.unroute('**/messages');
    await opened.getByText('From a tunnel.', { exact: true }).waitFor();
    expect(await opened.getByText('From a tunnel.').count()).toBe(1);
    await closePage(opened);
  });
});
