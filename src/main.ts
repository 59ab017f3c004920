import { readConfig, WrongSetting } from './config.js';
import { createApp, startApp } from './create-app.js';
import { AheadOfLog, OtherLog } from './engine/same-log.js';
import { leaveWhenAsked } from './farewell.js';
import { giveBackMemory } from './memory.js';

try {
  const config = readConfig(process.env);
  const app = await createApp(config);
  leaveWhenAsked(app);
  const url = await startApp(app, config);
  await giveBackMemory();
  process.stderr.write(`\nTidings listens at ${url} (data in ${config.dataDir}).\nTry it: npm run quickstart\n`);
} catch (error) {
  const clear =
    [WrongSetting, AheadOfLog, OtherLog].some((known) => error instanceof known) ||
    (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  process.stderr.write(`${clear ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
}
