import { usePackageBundle } from '../package-bundle.js';

usePackageBundle();
// Decorators of the modules that the commands import need it.
await import('reflect-metadata');
await import('./operator-command.js');
