import { writeFileSync } from 'node:fs';
import { settingsPage } from '../config/settings-page.js';

/** `npm run settings`: writes the committed page of the settings; a test compares it with the code. */
const file = process.argv[2] ?? 'docs/settings.md';
writeFileSync(file, settingsPage());
