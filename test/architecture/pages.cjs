/** Layers of pages for people, which are built for browsers. */
const { layer, packages, rooms } = require('./rooms.cjs');

const pages = [
  layer(
    'app-is-on-the-sdk',
    'The pages of the app: the public API through the SDK, the embedded client, and facts.',
    '^app/src/',
    [
      rooms.CATALOGUE,
      '^sdk/src/',
      '^site/src/styles/tokens\\.css$',
      '^embed/src/',
      packages(
        '@cfworker/json-schema',
        '@rjsf/core',
        '@rjsf/utils',
        '@tanstack/react-query',
        'lucide-react',
        'react',
        'react-dom',
        'socket.io-client',
      ),
    ],
  ),
];

module.exports = { pages };
