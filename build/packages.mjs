// `node build/packages.mjs FOLDER` bundles the packages that every start of the service loads: a start takes a third less
// CPU time. It writes FOLDER/packages. There `packages.json` maps each package to its file.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** One bundle for all of them, so that packages they share are loaded once. */
const BUNDLED = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/cqrs',
  '@nestjs/platform-fastify',
  '@nestjs/platform-socket.io',
  '@nestjs/swagger',
  '@nestjs/websockets',
  'class-validator',
  'immutable',
  'ipaddr.js',
  'jose',
  'passport-jwt',
  'prom-client',
  'reflect-metadata',
  'sanitize-html',
  'standardwebhooks',
];

/** Optional packages that are not installed, and packages that read files from their own folder. */
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

/** Variables that CommonJS code expects. */
const BANNER = `import { createRequire as requireOf } from 'node:module';
const require = requireOf(import.meta.url);
const __filename = import.meta.filename;
const __dirname = import.meta.dirname;`;

/** `import` from `node:http` loads undici (src/lib/node-http.ts), `require` does not. */
const requiredHttp = {
  name: 'required-http',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?http$/ }, ({ kind, path }) =>
      kind === 'import-statement' ? { path, namespace: 'required-http' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'required-http' }, () => ({
      contents: "module.exports = process.getBuiltinModule('node:http');",
    }));
  },
};

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const fileOf = (name) => name.replace(/^@/, '').replace('/', '-');

/**
 * The source of a module that exports the same as the package. The exports of CommonJS are known only after it has run.
 * esbuild renames functions whose names collide, so the module gives exported functions their names back. The option
 * `keepNames` would add a call to each function that is created at run time.
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
  plugins: [requiredHttp],
  banner: { js: BANNER },
  // One character outside of ASCII, also in a comment, would make the whole source take two bytes a character.
  charset: 'ascii',
  legalComments: 'none',
  minifyWhitespace: true,
  logLevel: 'error',
});
rmSync(entries, { recursive: true });
const files = Object.fromEntries(BUNDLED.map((name) => [name, `${fileOf(name)}.mjs`]));
writeFileSync(join(folder, 'packages/packages.json'), JSON.stringify(files));
