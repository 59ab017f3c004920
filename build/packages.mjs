// `node build/packages.mjs FOLDER` bundles the packages that every start of the service loads. They are some 2,000 files,
// which take longer to find than to run. Writes FOLDER/packages with `packages.json`: which file stands for which package.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Together, since they share packages: Nest has one copy of each class. */
const BUNDLED = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/cqrs',
  '@nestjs/platform-fastify',
  '@nestjs/platform-socket.io',
  '@nestjs/swagger',
  '@nestjs/websockets',
  'class-validator',
  'ipaddr.js',
  'jose',
  'passport-jwt',
  'prom-client',
  'reflect-metadata',
  'sanitize-html',
  'standardwebhooks',
];

/** Optional packages that are not installed, and packages that look for files beside their own. */
const LEFT = [
  '@fastify/multipart',
  '@fastify/static',
  '@fastify/view',
  '@nestjs/microservices',
  '@nestjs/mongoose',
  '@nestjs/platform-express',
  'bufferutil',
  'class-transformer',
  'pino',
  'utf-8-validate',
];

/** What CommonJS expects in a module. */
const BANNER = `import { createRequire as requireOf } from 'node:module';
const require = requireOf(import.meta.url);
const __filename = import.meta.filename;
const __dirname = import.meta.dirname;`;

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const fileOf = (name) => name.replace(/^@/, '').replace('/', '-');

/**
 * A module that exports the same as the package: CommonJS tells its names when it has run. A bundle renames what has one
 * name in two modules; esbuild could keep all names, and then each function that is made at run time costs a call.
 */
async function entryOf(name) {
  const exported = Object.entries(await import(name)).filter(([each]) => IDENTIFIER.test(each));
  const functions = exported.filter(([, value]) => typeof value === 'function').map(([each, { name }]) => [each, name]);
  return `import * as exported from '${name}';
    for (const [name, of] of ${JSON.stringify(functions)})
      if (exported[name].name !== of) Object.defineProperty(exported[name], 'name', { value: of, configurable: true });
    export { ${exported.map(([each]) => each).join(', ')} } from '${name}';`;
}

const [folder] = process.argv.slice(2);
const entries = join(folder, 'package-entries');
const entry = (name) => join(entries, `${fileOf(name)}.mjs`);

mkdirSync(entries, { recursive: true });
for (const name of BUNDLED) writeFileSync(entry(name), await entryOf(name));
await build({
  entryPoints: BUNDLED.map(entry),
  outdir: join(folder, 'packages'),
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: `node${process.versions.node}`,
  external: LEFT,
  banner: { js: BANNER },
  logLevel: 'error',
});
rmSync(entries, { recursive: true });
const files = Object.fromEntries(BUNDLED.map((name) => [name, `${fileOf(name)}.mjs`]));
writeFileSync(join(folder, 'packages/packages.json'), JSON.stringify(files));
