/** Each program needs them: places of programs, temporary files and libraries, language and time zone. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'LD_LIBRARY_PATH'];

/** The environment of a child process. It has no settings of the service, which may be secrets. */
export const childEnvironment = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(INHERITED.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])));
