// `node build/compile.mjs [FOLDER]` writes the modules of the package, for `import` and for `require`, with their types.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const sdk = join(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? join(sdk, 'dist'));
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/** Format by folder. The package itself is of ES modules. */
const formats = {
  esm: ['--module', 'NodeNext', '--moduleResolution', 'NodeNext'],
  cjs: ['--module', 'CommonJS', '--moduleResolution', 'Bundler'],
};

rmSync(folder, { recursive: true, force: true });
for (const [name, options] of Object.entries(formats)) {
  const out = join(folder, name);
  execFileSync(process.execPath, [tsc, '-p', sdk, '--outDir', out, ...options], { stdio: 'inherit' });
}
writeFileSync(join(folder, 'cjs/package.json'), '{ "type": "commonjs" }\n');
