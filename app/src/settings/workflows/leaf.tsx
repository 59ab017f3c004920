import { useTexts } from '../../language.js';
import { Choice } from '../../ui/choice.js';
import { TextField } from '../../ui/field.js';
import { JsonField } from '../../ui/json/json-field.js';
import { messageAt } from '../../ui/problem.js';
import { LEAF_OPERATORS, type LeafDraft, usesCompare, usesOld } from './draft.js';
import { NodeFrame, type NodeProps, Said } from './node-frame.js';
import { texts } from './texts.js';

/** A condition about one value of the data. */
export function Leaf(props: NodeProps<LeafDraft>) {
  const { node, onChange, path, error } = props;
  const text = useTexts(texts);
  return (
    <NodeFrame {...props} label={text.condition} remove={text.drop}>
      <div className="filters">
        <TextField
          label={text.path}
          value={node.target_identifier}
          onChange={(event) => onChange({ ...node, target_identifier: event.currentTarget.value })}
          error={messageAt(error, `${path}.target_identifier`)}
          required
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
        />
        <Choice
          label={text.operator}
          values={LEAF_OPERATORS}
          value={node.operator}
          onChange={(operator = node.operator) => onChange({ ...node, operator })}
        >
          {(each) => text.comparisons[each]}
        </Choice>
      </div>
      <div className="filters">
        {usesOld(node.operator) ? (
          <JsonField
            label={text.oldValue}
            hint={text.valueHint}
            value={node.old_value}
            onChange={(old_value) => onChange({ ...node, old_value })}
            error={messageAt(error, `${path}.old_value`)}
            required
          />
        ) : null}
        {usesCompare(node.operator) ? (
          <JsonField
            label={usesOld(node.operator) ? text.newValue : text.value}
            hint={text.valueHint}
            value={node.compare_value}
            onChange={(compare_value) => onChange({ ...node, compare_value })}
            error={messageAt(error, `${path}.compare_value`)}
            required
          />
        ) : null}
      </div>
      <Said message={messageAt(error, `${path}.operator`)} />
    </NodeFrame>
  );
}
