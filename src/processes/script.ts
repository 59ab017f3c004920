/** From source, imports that name the compiled file find the source. */
const SOURCE_HOOK = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module';
registerHooks({ resolve: (name, context, next) =>
  next(name.startsWith('.') ? name.replace(/\\.js$/, '.ts') : name, context) });`)}`;

/** One thread for garbage collection: Node's four of each process compete with the event loop for the processors. */
const ONE_GC_THREAD = '--v8-pool-size=1';

/** Arguments for a Node process that works in the background of the service. */
export const backgroundArguments = (heapMiB: number): string[] => [`--max-old-space-size=${heapMiB}`, ONE_GC_THREAD];

const isSource = (module: string): boolean => module.endsWith('.ts');

/** URL of the script of that name in the folder of the module, compiled or as source like the module. */
export const scriptBeside = (module: string, name: string): URL =>
  new URL(`./${name}.${isSource(module) ? 'ts' : 'js'}`, module);

/** Arguments for Node to run such a script. From source they make imports of compiled files find the source. */
export const sourceArguments = (module: string): string[] => (isSource(module) ? ['--import', SOURCE_HOOK] : []);
