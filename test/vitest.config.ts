import { defineConfig } from 'vitest/config';

/** Rooms whose specs start no service and build nothing: `npm run test:unit` runs them within a minute. */
const unit = [
  'app/{conversation,evidence,json,reset}',
  'architecture',
  'catalogue',
  'config',
  'engine',
  'fairness',
  'http/{answer,body,fields,request,server}',
  'kernel',
  'large-data',
  'lib',
  'modules',
  'ports',
  'processes',
  'projections',
  'public-events',
  'realtime',
  'webhooks',
].map((room) => `test/${room}/**/*.spec.ts`);

const common = {
  environment: 'node',
  testTimeout: 40_000,
  hookTimeout: 60_000,
  // A process of a busy machine may stand still for more than a second, the default.
  expect: { poll: { timeout: 10_000, interval: 20 } },
  // Specs keep no state in modules; so each worker loads the service once rather than once a file.
  isolate: false,
} as const;

export default defineConfig({
  test: {
    root: `${import.meta.dirname}/..`,
    maxWorkers: 2,
    projects: [
      { test: { ...common, name: 'unit', root: `${import.meta.dirname}/..`, include: unit } },
      {
        test: {
          ...common,
          name: 'service',
          root: `${import.meta.dirname}/..`,
          include: ['test/**/*.spec.ts'],
          exclude: unit,
          globalSetup: ['test/support/builds.ts', 'test/support/gazetteer-index.ts'],
        },
      },
    ],
  },
});
