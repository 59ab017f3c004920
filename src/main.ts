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
const { canMailLinks } = await import('./config/http.js');
const { readConfig } = await import('./config/config.js');
const { WrongSetting } = await import('./config/environment.js');
const { collectGarbage } = await import('./composition/collect-garbage.js');
const { createApp, startApp } = await import('./composition/create-app.js');
const { siteFolderOf } = await import('./composition/adapters.js');
const { shutdownOnSignal } = await import('./composition/graceful-shutdown.js');
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
  const isApi = config.roles.has('api');
  const documentation = siteFolderOf(config) ? ` The documentation is at ${url}/docs.` : '';
  const quickstart = `${config.port === 3000 ? '' : `PORT=${new URL(url).port} `}npm run quickstart`;
  process.stderr.write(
    `
Tidings listens at ${url} (${isApi ? '' : `${[...config.roles].join(', ')}, `}data in ${config.dataDir}).
${isApi ? `Next: ${quickstart} plays a conversation against it.${documentation}\n` : ''}${
  isApi && !canMailLinks(config.publicUrl)
    ? 'PUBLIC_URL is not set, so no e-mail and no SMS with a link is sent.\n'
    : ''
}`,
  );
} catch (error) {
  const clear =
    [WrongSetting, StartRefused].some((known) => error instanceof known) ||
    (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  process.stderr.write(`${clear ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
}
