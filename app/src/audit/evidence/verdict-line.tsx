import { useState } from 'react';
import { Problem } from '../../ui/problem.js';
import type { Verdict } from './verify.js';

interface Props {
  readonly label: string;
  readonly verdicts: Readonly<Record<Verdict['is'], string>>;
  readonly verify: () => Promise<Verdict>;
}

/** A button that verifies in this browser, with its verdict. */
export function VerdictLine({ label, verdicts, verify }: Props) {
  const [verdict, setVerdict] = useState<Verdict>();
  const [error, setError] = useState<unknown>();
  async function run() {
    setError(undefined);
    setVerdict(undefined);
    try {
      setVerdict(await verify());
    } catch (refused) {
      setError(refused);
    }
  }
  return (
    <div className="actions">
      <button type="button" onClick={() => void run()}>
        {label}
      </button>
      <p role="status" className={verdict?.is === 'good' ? 'state good' : 'state bad'}>
        {verdict ? verdicts[verdict.is] : ''}
      </p>
      {error === undefined ? null : <Problem error={error} />}
    </div>
  );
}
