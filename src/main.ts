import { STOP_SIGNALS } from './processes/stop-signals.js';
import { nodeFault } from './processes/supported-node.js';

/** The first process of a container ignores a signal without a handler. Everything else is loaded after this one is set. */
const endAtOnce = () => process.exit(0);
for (const signal of STOP_SIGNALS) process.on(signal, endAtOnce);

/** Its reader may be gone, or its disk full. */
process.stderr.on('error', () => undefined);

const fault = nodeFault(process.versions.node);
if (fault) {
  process.stderr.write(`${fault}\n`);
  process.exit(1);
}

const { usePackageBundle } = await import('./package-bundle.js');
usePackageBundle();
const { readConfig } = await import('./config/config.js');
const { WrongSetting } = await import('./config/environment.js');
const { collectGarbage } = await import('./composition/start/collect-garbage.js');
const { createApp, startApp } = await import('./composition/create-app.js');
const { siteFolderOf } = await import('./composition/adapters.js');
const { shutdownOnSignal } = await import('./composition/graceful-shutdown.js');
const { startLines } = await import('./composition/start/start-lines.js');
const { withSecretFiles } = await import('./composition/private-data.js');
const { warmGeocoder } = await import('./composition/warm-geocoder.js');
const { StartRefused } = await import('./ports/process/start-refused.js');

try {
  const config = readConfig(withSecretFiles({ SITE_DIR: 'site/dist', ...process.env }));
  const app = await createApp(config);
  shutdownOnSignal(app);
  for (const signal of STOP_SIGNALS) process.off(signal, endAtOnce);
  warmGeocoder(app);
  const url = await startApp(app, config);
  await collectGarbage();
  process.stderr.write(startLines(config, url, siteFolderOf(config) !== undefined));
} catch (error) {
  const clear =
    [WrongSetting, StartRefused].some((known) => error instanceof known) ||
    (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  process.stderr.write(`${clear ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
}
