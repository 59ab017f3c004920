const HOOKS = new URL('typescript-hooks.mjs', import.meta.url).href;

/**
 * Arguments for Node to run a TypeScript file of this house without a build.
 * @param rest arguments of the file
 */
export const nodeArguments = (file: string, ...rest: readonly string[]): string[] => ['--import', HOOKS, file, ...rest];
