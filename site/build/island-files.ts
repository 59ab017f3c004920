import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import * as React from 'react';
import * as runtime from 'react/jsx-runtime';
import { build, type Plugin } from 'vite';

const SUFFIX = '?island';
const REACT = 'react.ts';

/** Modules of React that islands may import, by the name under which site/src/islands/react.ts shares them. */
const shared: Readonly<Record<string, { readonly as: string; readonly names: readonly string[] }>> = {
  react: { as: 'React', names: Object.keys(React) },
  'react/jsx-runtime': { as: 'runtime', names: Object.keys(runtime) },
};

/** The names are read from the one React of the page, which is there before an island is imported. */
function shimOf(name: string): string {
  const { as, names } = shared[name]!;
  const exported = names.filter((each) => /^[A-Za-z]\w*$/.test(each) && each !== 'default');
  const from = `globalThis[Symbol.for('tidings.react')].${as}`;
  return `export const { ${exported.join(', ')} } = ${from};\nexport default ${from};`;
}

const sharedReact = (): Plugin => ({
  name: 'tidings-shared-react',
  enforce: 'pre',
  resolveId: (source) => (Object.hasOwn(shared, source) ? `\0shared:${source}` : undefined),
  load: (id) => (id.startsWith('\0shared:') ? shimOf(id.slice('\0shared:'.length)) : undefined),
});

type Emit = (fileName: string, source: string) => void;

/** The code of one island without React, or of React alone. */
async function bundle(file: string, emit: Emit): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    // A test run or a shell may set NODE_ENV otherwise. React of production is smaller, and the islands share its JSX.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [...(basename(file) === REACT ? [] : [sharedReact()]), islandFiles(emit)],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: file, preserveEntrySignatures: 'strict', output: { codeSplitting: false } },
    },
  });
  if (!('output' in result)) throw new Error(`${file} was not bundled.`);
  return result.output[0].code;
}

/**
 * `import url from './x.tsx?island'` is the URL of one file with all the code of the island but React's. A browser
 * remembers that a module failed to load, and every module that imports it then fails under any query. So a file that
 * may be imported again imports no other.
 */
export function islandFiles(emit?: Emit): Plugin {
  return {
    name: 'tidings-island-files',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(SUFFIX)) return undefined;
      const resolved = await this.resolve(source.slice(0, -SUFFIX.length), importer);
      return resolved ? `${resolved.id}${SUFFIX}` : undefined;
    },
    async load(id) {
      if (!id.endsWith(SUFFIX)) return undefined;
      const emitHere: Emit = (fileName, source) => void this.emitFile({ type: 'asset', fileName, source });
      const source = await bundle(id.slice(0, -SUFFIX.length), emit ?? emitHere);
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
      const fileName = `_astro/${basename(id).replace(/\.tsx?\?.*$/, '')}.${hash}.js`;
      (emit ?? emitHere)(fileName, source);
      return `export default '/${fileName}';`;
    },
  };
}
