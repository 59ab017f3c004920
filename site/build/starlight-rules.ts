import type { Plugin } from 'vite';

/** The specification has one switch, at 996 px; Starlight has two, in rem. */
const BREAKPOINT = /\(\s*(?:min-width:|width\s*>=)\s*(?:50|72)r?em\s*\)/g;
/** Without a script, and before one ran, the page is light. */
const DARK = /(['"])data-theme\1:\s*(['"])dark\2/g;

/** Changes two facts in Starlight's sources that no setting of it reaches. The build fails where they are not found. */
export function starlightRules(): Plugin {
  let breakpoints = 0;
  let themes = 0;
  return {
    name: 'tidings-starlight-rules',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/@astrojs/starlight/dist/')) return undefined;
      const changed = code
        .replace(BREAKPOINT, () => {
          breakpoints++;
          return '(min-width: 997px)';
        })
        .replace(DARK, () => {
          themes++;
          return "'data-theme': 'light'";
        });
      return changed === code ? undefined : { code: changed, map: null };
    },
    buildEnd(error) {
      if (error || this.environment.name !== 'prerender') return;
      if (breakpoints === 0 || themes === 0)
        this.error('Starlight changed: its breakpoints or its theme were not found.');
    },
  };
}
