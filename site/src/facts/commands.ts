import type { SiteSettings } from '../../settings.ts';

interface Package {
  readonly repository: { readonly url: string };
}

/** URL of the code: that of the settings, else the placeholder in package.json. */
const urlOf = ({ repository_url: url }: SiteSettings, { repository }: Package): string =>
  url ?? repository.url.replace(/^git\+|\.git$/g, '');

/** The commands that bring the code and start the service. `environment` goes before the start. */
export const startCommands = (settings: SiteSettings, file: Package, environment = ''): string =>
  [`git clone ${urlOf(settings, file)} tidings`, 'cd tidings', 'npm ci', `${environment}npm start`].join('\n');

/** Parts of the commands that a reader must replace: the placeholder, where the settings name no repository. */
export const replacedIn = (settings: SiteSettings, file: Package): string[] =>
  settings.repository_url === undefined ? [urlOf(settings, file)] : [];
