import config from './astro.config.ts';

/** What the pages need. The build of `npm start` adds the app, the SDK, the search and the rest, and checks all links. */
const OF_PAGES = ['@astrojs/starlight', '@astrojs/react', 'tidings-openapi-servers', 'tidings-pack-files'];

export default {
  ...config,
  integrations: config.integrations?.filter((each) => each && 'name' in each && OF_PAGES.includes(each.name)),
};
