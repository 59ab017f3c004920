// Resolves `@tidings/sdk` to the built SDK of this repository, for `npm run example FILE`.
import { registerHooks } from 'node:module';

const files = {
  '@tidings/sdk': 'tidings',
  '@tidings/sdk/session': 'session',
  '@tidings/sdk/push': 'push',
  '@tidings/sdk/socket': 'socket',
  '@tidings/sdk/store': 'store',
  '@tidings/sdk/webhooks': 'webhooks',
};
const fileOf = (name) => new URL(`../site/dist/sdk/${name}.js`, import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    next(Object.hasOwn(files, specifier) ? fileOf(files[specifier]) : specifier, context),
});
