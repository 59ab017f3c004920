import type { Finding, Findings } from './log-checks.js';

/** How many wrong ones of a kind are told. */
const TOLD = 10;

/** Findings of many checks, kind by kind: what was compared the last time, and everything that ever was wrong. */
export class Tally {
  private readonly findings = new Map<string, { compared: number; wrong: Set<string> }>();

  take(findings: Findings): void {
    for (const [name, { compared, wrong }] of Object.entries(findings)) {
      const before = this.findings.get(name);
      this.findings.set(name, { compared, wrong: new Set([...(before?.wrong ?? []), ...wrong]) });
    }
  }

  /** One more was compared. */
  count(name: string, wrong?: string): void {
    const compared = (this.findings.get(name)?.compared ?? 0) + 1;
    this.take({ [name]: { compared, wrong: wrong === undefined ? [] : [wrong] } });
  }

  get all(): Findings {
    return Object.fromEntries(
      [...this.findings].map(([name, { compared, wrong }]): [string, Finding] => [
        name,
        { compared, wrong: [...wrong] },
      ]),
    );
  }
}

export type Figures = Readonly<Record<string, number | string>>;

export const failures = (findings: Findings): readonly string[] =>
  Object.entries(findings).flatMap(([name, { wrong }]) => wrong.map((each) => `${name}: ${each}`));

/** The table, and below it what is wrong. */
export function told(findings: Findings, figures: Figures): string {
  const lines = Object.entries(figures).map(([name, figure]) => `${name.padEnd(40)} ${String(figure).padStart(9)}`);
  lines.push('', `${'promise'.padEnd(40)} ${'compared'.padStart(9)} ${'wrong'.padStart(7)}`);
  for (const [name, { compared, wrong }] of Object.entries(findings)) {
    lines.push(`${name.padEnd(40)} ${String(compared).padStart(9)} ${String(wrong.length).padStart(7)}`);
  }
  for (const [name, { wrong }] of Object.entries(findings)) {
    lines.push(...wrong.slice(0, TOLD).map((each) => `WRONG ${name}: ${each.slice(0, 600)}`));
  }
  return lines.join('\n');
}
