import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import { BUILT_ORIGIN } from '../src/catalogue/site/built-origin.ts';
import { checkLinks } from './build/check-links.ts';
import { islandFiles } from './build/island-files.ts';
import { markdownFiles } from './build/markdown-files.ts';
import { ogImages } from './build/og/og-images.ts';
import { openApiServers } from './build/openapi-servers.ts';
import { packFiles } from './build/pack-files.ts';
import { searchIndex } from './build/search-index.ts';
import { serveApp } from './build/serve-app.ts';
import { serveEmbed } from './build/serve-embed.ts';
import { serveSdk } from './build/serve-sdk.ts';
import { starlightRules } from './build/starlight-rules.ts';
import { keepCodeUntranslated } from './build/untranslated.ts';
import { docsRoot, docsSidebar } from './sidebar.ts';
import { asSpelled } from './src/spelling.ts';
import { codeStyle } from './src/styles/code-style.ts';

/** Modules that several scripts of a page share. */
const SMALL = /\/site\/src\/(client\/storage|islands\/chunks)\.ts$/;

const link = ({ route, label }: { route: string; label: string }) => ({ label, link: route });

export default defineConfig({
  site: BUILT_ORIGIN,
  // `/docs/intro` is docs/intro.html and `/openapi/` is openapi/index.html.
  build: { format: 'preserve' },
  trailingSlash: 'ignore',
  cacheDir: '../.cache/astro',
  integrations: [
    starlight({
      title: 'Tidings',
      description: 'Conversations between your team and your clients, on an event log.',
      logo: { src: './src/assets/logo.svg', alt: '' },
      favicon: '/favicon.svg',
      credits: false,
      disable404Route: true,
      pagefind: false,
      head: [
        { tag: 'link', attrs: { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' } },
        {
          tag: 'link',
          attrs: {
            rel: 'alternate',
            type: 'application/rss+xml',
            title: 'Tidings releases',
            href: '/docs/release_history.xml',
          },
        },
      ],
      customCss: [
        './src/fonts/face.css',
        ...['tokens', 'shell', 'controls', 'code', 'islands'].map((name) => `./src/styles/${name}.css`),
      ],
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      expressiveCode: {
        themes: ['github-dark', 'github-light'],
        // A block of shell commands looks like any other block, without the frame of a window.
        defaultProps: { overridesByLang: { 'sh,bash': { frame: 'code' } } },
        styleOverrides: codeStyle,
      },
      routeMiddleware: './src/route-data.ts',
      sidebar: [
        link(docsRoot),
        ...docsSidebar.map((entry) =>
          'pages' in entry
            ? { label: entry.label, items: [{ label: 'Overview', link: entry.route }, ...entry.pages.map(link)] }
            : link(entry),
        ),
      ],
      components: {
        ThemeProvider: './src/components/ThemeProvider.astro',
        ThemeSelect: './src/components/ThemeSelect.astro',
        Header: './src/components/Header.astro',
        PageFrame: './src/components/PageFrame.astro',
        SkipLink: './src/components/SkipLink.astro',
        Sidebar: './src/components/Sidebar.astro',
        Search: './src/components/Search.astro',
        Banner: './src/components/Banner.astro',
        Footer: './src/components/Footer.astro',
        TwoColumnContent: './src/components/TwoColumnContent.astro',
        PageTitle: './src/components/PageTitle.astro',
        PageSidebar: './src/components/PageSidebar.astro',
      },
    }),
    react(),
    sitemap({
      filter: (page) => !/\/(404|signup-success)$/.test(page),
      serialize: (item) => ({ ...item, url: asSpelled(item.url) }),
    }),
    searchIndex(),
    markdownFiles(),
    serveSdk(),
    serveEmbed(),
    serveApp(),
    openApiServers(),
    keepCodeUntranslated(),
    ogImages(),
    checkLinks(),
    packFiles(),
  ],
  vite: {
    plugins: [starlightRules(), islandFiles()],
    // A script within a page would need a hash in its content security policy.
    build: {
      assetsInlineLimit: 0,
      // Each file costs its headers, so small modules that every page loads are one file.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: SMALL }] } } },
    },
  },
});
