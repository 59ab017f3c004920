/** From source, imports that name the compiled file find the source. */
const SOURCE_HOOK = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module';
registerHooks({ resolve: (name, context, next) =>
  next(name.startsWith('.') ? name.replace(/\\.js$/, '.ts') : name, context) });`)}`;

const isSource = (module: string): boolean => module.endsWith('.ts');

/** The script of that name beside the module, compiled or as source like the module itself. */
export const scriptBeside = (module: string, name: string): URL =>
  new URL(`./${name}.${isSource(module) ? 'ts' : 'js'}`, module);

/** What Node needs to run a script beside the module: from source it strips the types itself. */
export const sourceArguments = (module: string): string[] => (isSource(module) ? ['--import', SOURCE_HOOK] : []);
