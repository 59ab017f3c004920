export interface Release {
  /** `0.1.0`, or `Unreleased`. */
  readonly version: string;
  readonly date?: string;
  readonly intro: string;
  readonly changes: readonly { readonly kind: string; readonly items: readonly string[] }[];
}

/** The anchor of a release on its page. */
export const releaseId = (version: string): string => `release-${version.toLowerCase().replace(/\W+/g, '-')}`;

const oneLine = (text: string) => text.trim().replace(/\s*\n\s*/g, ' ');

const itemsOf = (text: string): readonly string[] => text.split(/^- /m).slice(1).map(oneLine);

/** The releases of a changelog in the form of Keep a Changelog, newest first. Texts are lines of Markdown. */
export const releasesIn = (changelog: string): readonly Release[] =>
  changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [, version = '', date] = /^\[?([^\]\s]+)\]?(?: - (\S+))?/.exec(section) ?? [];
      const [head = '', ...groups] = section.split(/^### /m);
      const intro = oneLine(head.split('\n').slice(1).join('\n'));
      const changes = groups.map((group) => ({ kind: group.split('\n')[0] ?? '', items: itemsOf(group) }));
      return { version, ...(date === undefined ? {} : { date }), intro, changes };
    });
