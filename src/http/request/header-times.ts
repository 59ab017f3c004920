/** Number of times that a request has a header. Node keeps the first, and a proxy may have judged another (RFC 9112 3.2). */
export function timesOf(name: string, rawHeaders: readonly string[]): number {
  let times = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const each = rawHeaders[i] ?? '';
    if (each.length === name.length && each.toLowerCase() === name) times++;
  }
  return times;
}
