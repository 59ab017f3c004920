import type { EvaluatedNode } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { usesCompare, usesOld } from './draft.js';
import { texts } from './texts.js';

/** A condition of a run: whether it held, and the values that it compared. */
export function Evaluated({ node }: { readonly node: EvaluatedNode }) {
  const text = useTexts(texts);
  return (
    <li>
      <span className={node.held ? 'state good' : 'state'}>{node.held ? text.held : text.notHeld}</span>
      {': '}
      {node.kind === 'COMPOUND' ? (
        <>
          {text.operators[node.operator]}
          <ul>
            {node.children.map((child, at) => (
              <Evaluated key={at} node={child} />
            ))}
          </ul>
        </>
      ) : (
        <>
          <code>{node.target_identifier}</code> {text.comparisons[node.operator]}{' '}
          {usesOld(node.operator) ? (
            <>
              <Value value={node.old_value} /> →{' '}
            </>
          ) : null}
          {usesCompare(node.operator) ? <Value value={node.compare_value} /> : null}{' '}
          <span className="quiet">
            ({text.before} <Value value={node.old} />, {text.after} <Value value={node.new} />)
          </span>
        </>
      )}
    </li>
  );
}

function Value({ value }: { readonly value: unknown }) {
  const text = useTexts(texts);
  return value === undefined ? text.nothing : <code>{JSON.stringify(value)}</code>;
}
