import type { SiteSettings } from '../../settings.ts';

/** Stands for the repository where `repository_url` is not set. */
const PLACEHOLDER = 'https://git.example/tidings.git';

/** The commands that bring the code and start the service. `environment` goes before the start. */
export const startCommands = ({ repository_url: url = PLACEHOLDER }: SiteSettings, environment = ''): string =>
  [`git clone ${url} tidings`, 'cd tidings', 'npm ci', `${environment}npm start`].join('\n');

/** What a reader must replace in the commands, where something must be. */
export const replacedIn = ({ repository_url: url }: SiteSettings): readonly string[] => (url ? [] : [PLACEHOLDER]);
