import { useState } from 'react';
import type { Workflow } from '../../../../sdk/src/api.js';
import { useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { Problem } from '../../ui/problem.js';
import { texts } from './texts.js';

/** Switches a workflow on or off at once, and back where the service refuses. */
export function Enabled({ workflow: { id, enabled } }: { readonly workflow: Workflow }) {
  const text = useTexts(texts);
  const { mutate, error } = useChange('PATCH /workflows/{workflow_id}', 'GET /workflows');
  /** The state that was chosen, until the service returns it. */
  const [chosen, choose] = useState<boolean>();
  const isOn = chosen ?? enabled;
  function toggle(wanted: boolean) {
    choose(wanted);
    mutate({ path: { workflow_id: id }, body: { enabled: wanted } }, { onSettled: () => choose(undefined) });
  }
  return (
    <>
      <input
        type="checkbox"
        role="switch"
        aria-label={text.enable(id)}
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
      {error ? <Problem error={error} /> : null}
    </>
  );
}
