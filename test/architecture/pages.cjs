/** Layers of pages for people, which are built for browsers. */
const { layer, packages, rooms } = require('./rooms.cjs');

const pages = [
  layer('app-is-on-the-sdk', 'The pages of the app: the public API through the SDK, and facts.', '^app/src/', [
    rooms.CATALOGUE,
    '^sdk/src/',
    '^site/src/styles/tokens\\.css$',
    packages('react', 'react-dom'),
  ]),
];

module.exports = { pages };
