const OLDEST_MAJOR = 26;

/** `JSON.parse` of Node.js 24.21 takes an escaped key for one that it has read before (nodejs/node#63785). */
function keepsKeys(): boolean {
  JSON.parse('{"p":0,"\\\\u00":1}');
  return Object.hasOwn(JSON.parse('{"p":0,"\\u00fcber":1}'), 'über');
}

/** Says in one sentence why a version of Node.js cannot run the service; undefined where it can. */
export function nodeFault(version: string, isSound: () => boolean = keepsKeys): string | undefined {
  const needed = `Tidings needs Node.js ${OLDEST_MAJOR}.12.1 or newer`;
  if (Number.parseInt(version, 10) < OLDEST_MAJOR) return `${needed}, and this is ${version}.`;
  return isSound() ? undefined : `${needed}: JSON.parse of ${version} confuses keys (nodejs/node#63785).`;
}
