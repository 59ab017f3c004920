import { test } from 'vitest';
import { OTHER_BROWSERS } from '../../support/site/browser.js';

// The run ends with the names of skipped tests.
for (const [name, reason] of OTHER_BROWSERS) test.skipIf(reason)(`the pages in ${name}: ${reason}`, () => undefined);
