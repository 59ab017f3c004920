/**
 * Arguments for Node that let it run a TypeScript file of this house as it stands, without a build: Node strips the
 * types itself, only `.js` in an import has to be understood as the `.ts` it names.
 */
const RESOLVER = `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve: (name, context, next) =>
      next(name.startsWith('.') && context.parentURL?.endsWith('.ts') ? name.replace(/\\.js$/, '.ts') : name, context),
  });`;

export const nodeArguments = (file: string, ...rest: readonly string[]): string[] => [
  '--experimental-transform-types',
  '--disable-warning=ExperimentalWarning',
  '--import',
  `data:text/javascript,${encodeURIComponent(RESOLVER)}`,
  file,
  ...rest,
];
