import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const compilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ESNext,
  experimentalDecorators: true,
  useDefineForClassFields: false,
};

const isOurs = (url) => url?.startsWith('file:') && url.endsWith('.ts') && !url.includes('/node_modules/');

/** Node runs the TypeScript of this house as it stands: types are removed, and `.js` in an import names the `.ts`. */
registerHooks({
  resolve: (name, context, next) =>
    next(name.startsWith('.') && isOurs(context.parentURL) ? name.replace(/\.js$/, '.ts') : name, context),
  load(url, context, next) {
    if (!isOurs(url)) return next(url, context);
    const { outputText } = ts.transpileModule(readFileSync(fileURLToPath(url), 'utf8'), { compilerOptions });
    return { format: 'module', source: outputText, shortCircuit: true };
  },
});
