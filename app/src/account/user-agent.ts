/** In this order, since browsers name others too. */
const BROWSERS = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|HeadlessChrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;

const SYSTEMS = [
  ['iOS', /\b(iPhone|iPad)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

type Table = readonly (readonly [string, RegExp])[];

const named = (table: Table, agent: string): string | undefined => table.find(([, sign]) => sign.test(agent))?.[0];

export interface Agent {
  readonly browser: string;
  readonly system: string | undefined;
}

/** The browser and the system of a `User-Agent`. Of other apps the first product. */
export function agentOf(header: string): Agent | undefined {
  const browser = named(BROWSERS, header) ?? /^[^\s/]+/.exec(header)?.[0];
  return browser === undefined ? undefined : { browser, system: named(SYSTEMS, header) };
}
