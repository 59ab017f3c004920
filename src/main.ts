import { readConfig, WrongSetting } from './config.js';
import { createApp, startApp } from './composition/create-app.js';
import { AheadOfLog, OtherLog } from './engine/read-models/log-identity.js';
import { leaveWhenAsked } from './composition/graceful-shutdown.js';
import { giveBackMemory } from './composition/collect-garbage.js';

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
