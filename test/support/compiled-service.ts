import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const house = join(import.meta.dirname, '../..');

/** Compiles the service and its reliability tests into a folder below the repository, without checking types. */
export function compileService(folder: string): void {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const options = ['--project', 'tsconfig.build.json', '--noCheck', '--outDir', folder, '--incremental', 'false'];
  execFileSync(process.execPath, [tsc, ...options, '--tsBuildInfoFile', 'null'], { cwd: house });
}
