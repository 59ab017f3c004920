// `node build/compile.mjs [FOLDER]` writes the modules of the package and their types.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const embed = join(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? join(embed, 'dist'));
/** The launcher imports the conversation when it needs it, so each is a file of its own. */
const MODULES = ['tidings-conversation', 'launcher'];

rmSync(folder, { recursive: true, force: true });
for (const name of MODULES) {
  await build({
    entryPoints: [join(embed, `src/${name}.ts`)],
    outfile: join(folder, `${name}.js`),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    external: name === 'launcher' ? ['./tidings-conversation.js'] : [],
  });
}
writeFileSync(join(folder, 'react.js'), 'export {};\n');

const types = mkdtempSync(join(tmpdir(), 'tidings-embed-'));
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--stripInternal', '--outDir', types];
execFileSync(process.execPath, [tsc, '-p', embed, ...options], { stdio: 'inherit' });
for (const name of [...MODULES, 'base', 'elements', 'react'])
  cpSync(join(types, `embed/src/${name}.d.ts`), join(folder, `${name}.d.ts`));
rmSync(types, { recursive: true });
