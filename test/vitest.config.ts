import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: `${import.meta.dirname}/..`,
    include: ['test/**/*.spec.ts'],
    environment: 'node',
    globalSetup: ['test/support/builds.ts', 'test/support/gazetteer-index.ts'],
    testTimeout: 40_000,
    hookTimeout: 60_000,
    // A process of a busy machine may stand still for more than a second, the default.
    expect: { poll: { timeout: 10_000, interval: 20 } },
    maxWorkers: 2,
    // Specs keep no state in modules; so each worker loads the service once rather than once a file.
    isolate: false,
  },
});
