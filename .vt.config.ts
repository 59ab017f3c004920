import { defineConfig } from 'vitest/config';
export default defineConfig({ test: { root: '/work/wt-reference', include: ['test/**/*.spec.ts'], testTimeout: 120000, hookTimeout: 200000, maxWorkers: 1 } });
