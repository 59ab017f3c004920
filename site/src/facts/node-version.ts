interface Package {
  readonly engines: { readonly node: string };
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const BUNDLED = /^node-linux-/;
const major = (version: string): string => version.split('.')[0] ?? '';

/** The sentence about Node, from package.json: what the reader installs, and what `npm ci` brings on Linux. */
export function nodeSentence({ engines, optionalDependencies }: Package): string {
  const oldest = engines.node.replace(/^>=/, '').split('.').slice(0, 2).join('.');
  const [bundled = ''] = Object.entries(optionalDependencies).flatMap(([name, version]) =>
    BUNDLED.test(name) ? [version] : [],
  );
  return (
    `You need git and Node with npm. On Linux, Node ${oldest} or newer is enough, because \`npm ci\` brings Node ` +
    `${major(bundled)} for the commands of the repository. On other systems, install Node ${major(bundled)} or newer.`
  );
}
