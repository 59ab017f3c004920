import { collectGarbage } from './composition/collect-garbage.js';
import { createApp, startApp } from './composition/create-app.js';
import { shutdownOnSignal } from './composition/graceful-shutdown.js';
import { readConfig, WrongSetting } from './config.js';
import { DifferentLog, ReadModelsAheadOfLog } from './engine/read-models/log-identity.js';

try {
  const config = readConfig(process.env);
  const app = await createApp(config);
  shutdownOnSignal(app);
  const url = await startApp(app, config);
  await collectGarbage();
  process.stderr.write(
    `\nTidings listens at ${url} (data in ${config.dataDir}).\nNext: npm run quickstart plays a conversation against it.\n`,
  );
} catch (error) {
  const clear =
    [WrongSetting, ReadModelsAheadOfLog, DifferentLog].some((known) => error instanceof known) ||
    (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  process.stderr.write(`${clear ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
}
