import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const BUILD = new URL('../', import.meta.url).href;
/** Written by `build/packages.mjs`: which file stands for which package. */
const FILES = new URL('packages/packages.json', BUILD);

/**
 * From now on packages come from the bundle of the build where it has them, and else from `node_modules`: a start reads
 * some 40 files in place of 2,200. Called before any package is loaded, since Nest takes two copies of a class for two
 * classes. Modules of the build stand where their relative names say, so nothing is looked up for them either.
 */
export function usePackageBundle(): void {
  if (!existsSync(FILES)) return;
  const files = new Map<string, string>(Object.entries(JSON.parse(readFileSync(FILES, 'utf8'))));
  const urlOf = (specifier: string, parent = ''): string | undefined => {
    const file = files.get(specifier);
    if (file !== undefined) return new URL(file, FILES).href;
    const isOfBuild = specifier.startsWith('.') && specifier.endsWith('.js') && parent.startsWith(BUILD);
    return isOfBuild ? new URL(specifier, parent).href : undefined;
  };
  registerHooks({
    resolve(specifier, context, next) {
      const url = urlOf(specifier, context.parentURL);
      return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true };
    },
  });
}
