import { useRef, useState } from 'react';
import { useTexts } from '../../language.js';
import { messageAt } from '../../ui/problem.js';
import { ActionFields } from './action-fields.js';
import { Condition } from './condition.js';
import { type BranchDraft, type NodeDraft, newBranch } from './draft.js';
import { texts } from './texts.js';

interface Props {
  readonly branches: readonly BranchDraft[];
  readonly onChange: (branches: readonly BranchDraft[]) => void;
  readonly templates: readonly string[];
  readonly error: unknown;
}

/** The branches of a trigger, in the order in which the service tries them. */
export function Branches({ branches, onChange, templates, error }: Props) {
  const text = useTexts(texts);
  const addButton = useRef<HTMLButtonElement>(null);
  /** Key of the condition that was made last. */
  const [added, setAdded] = useState<number>();
  const replace = (at: number, next: Partial<BranchDraft>) =>
    onChange(branches.map((each, index) => (index === at ? { ...each, ...next } : each)));
  const setCondition = (at: number, condition: NodeDraft) => {
    if (condition.key !== branches[at]?.condition.key) setAdded(condition.key);
    replace(at, { condition });
  };
  return (
    <fieldset className="part">
      <legend>{text.branches}</legend>
      <p className="hint">{text.branchesAbout}</p>
      {branches.map(({ key, condition, action }, at) => {
        const path = `trigger.branches.${at}`;
        return (
          <fieldset key={key} className="branch">
            <legend>{text.branch(at + 1)}</legend>
            <Condition
              key={condition.key}
              node={condition}
              onChange={(next) => setCondition(at, next)}
              path={`${path}.condition_node`}
              error={error}
              isNew={condition.key === added}
            />
            <ActionFields
              action={action}
              onChange={(next) => replace(at, { action: next })}
              templates={templates}
              error={messageAt(error, `${path}.action.template_name`)}
            />
            <button
              type="button"
              onClick={() => {
                onChange(branches.filter((_, index) => index !== at));
                addButton.current?.focus();
              }}
            >
              {text.removeBranch(at + 1)}
            </button>
          </fieldset>
        );
      })}
      <button
        type="button"
        ref={addButton}
        onClick={() => {
          const branch = newBranch();
          setAdded(branch.condition.key);
          onChange([...branches, branch]);
        }}
      >
        {text.addBranch}
      </button>
    </fieldset>
  );
}
