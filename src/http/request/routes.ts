interface Known {
  readonly pattern: RegExp;
  readonly method: string;
}

/** All routes, to distinguish a wrong method from a wrong path. */
export class Routes {
  private readonly known: Known[] = [];

  add(methods: string | readonly string[], url: string): void {
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z_]+/g, '[^/]+')}$`);
    for (const method of [methods].flat()) this.known.push({ pattern, method });
  }

  /** Methods of a path; none for an unknown path. */
  methodsOf(url: string): readonly string[] {
    const path = url.split('?')[0] ?? '';
    const methods = this.known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return [...new Set(methods)].filter((method) => method !== 'OPTIONS').sort();
  }
}
