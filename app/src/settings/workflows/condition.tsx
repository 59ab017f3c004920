import { useRef, useState } from 'react';
import { useTexts } from '../../language.js';
import { Choice } from '../../ui/choice.js';
import { messageAt } from '../../ui/problem.js';
import { COMPOUND_OPERATORS, type CompoundDraft, groupOf, type NodeDraft, newLeaf } from './draft.js';
import { Leaf } from './leaf.js';
import { NodeFrame, type NodeProps, Said } from './node-frame.js';
import { texts } from './texts.js';

/** A condition, or a group of conditions. */
export function Condition(props: NodeProps) {
  const { node } = props;
  return node.kind === 'LEAF' ? <Leaf {...props} node={node} /> : <Compound {...props} node={node} />;
}

/** A group: all, any or none of its conditions. */
function Compound(props: NodeProps<CompoundDraft>) {
  const { node, onChange, path, error } = props;
  const { operator, children } = node;
  const text = useTexts(texts);
  const choice = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState<number>();
  const add = (child: NodeDraft) => {
    setAdded(child.key);
    onChange({ ...node, children: [...children, child] });
  };
  const replace = (at: number, next: NodeDraft) => {
    if (next.key !== children[at]?.key) setAdded(next.key);
    onChange({ ...node, children: children.map((each, index) => (index === at ? next : each)) });
  };
  const remove = (at: number) => {
    onChange({ ...node, children: children.filter((_, index) => index !== at) });
    choice.current?.querySelector('select')?.focus();
  };
  const [only] = children;
  return (
    <NodeFrame
      {...props}
      label={text.group}
      remove={text.dropGroup}
      buttons={
        <>
          {operator === 'NOT' ? null : (
            <>
              <button type="button" onClick={() => add(newLeaf())}>
                {text.addCondition}
              </button>
              <button type="button" onClick={() => add(groupOf(newLeaf()))}>
                {text.addGroup}
              </button>
            </>
          )}
          {children.length === 1 && only ? (
            <button type="button" onClick={() => onChange(only)}>
              {text.unwrap}
            </button>
          ) : null}
        </>
      }
    >
      <div ref={choice}>
        <Choice
          label={text.holds}
          values={COMPOUND_OPERATORS}
          value={operator}
          // NOT has one child: several become one group.
          onChange={(chosen = operator) =>
            onChange({
              ...node,
              operator: chosen,
              children: chosen === 'NOT' && children.length > 1 ? [groupOf(...children)] : children,
            })
          }
        >
          {(each) => text.operators[each]}
        </Choice>
      </div>
      <Said message={messageAt(error, `${path}.operator`) ?? messageAt(error, `${path}.children`)} />
      {children.map((child, at) => (
        <Condition
          key={child.key}
          node={child}
          onChange={(next) => replace(at, next)}
          onRemove={children.length > 1 ? () => remove(at) : undefined}
          path={`${path}.children.${at}`}
          error={error}
          isNew={child.key === added}
        />
      ))}
    </NodeFrame>
  );
}
