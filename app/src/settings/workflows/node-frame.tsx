import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../../language.js';
import { groupOf, type NodeDraft } from './draft.js';
import { texts } from './texts.js';

export interface NodeProps<T extends NodeDraft = NodeDraft> {
  readonly node: T;
  readonly onChange: (node: NodeDraft) => void;
  /** Left out: the node stays, since a branch or a group needs it. */
  readonly onRemove?: (() => void) | undefined;
  /** The path of the node, at which the service reports errors. */
  readonly path: string;
  readonly error: unknown;
  /** Whether the node takes the focus as it appears. */
  readonly isNew?: boolean;
}

interface FrameProps extends NodeProps {
  readonly label: string;
  readonly remove: string;
  /** Further buttons. */
  readonly buttons?: ReactNode;
  readonly children: ReactNode;
}

/** The box of a node. */
export function NodeFrame({ node, label, remove, buttons, children, onChange, onRemove, isNew = false }: FrameProps) {
  const text = useTexts(texts);
  const frame = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (isNew) frame.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, []);
  return (
    <fieldset ref={frame} className="node">
      <legend>{label}</legend>
      {children}
      <div className="actions small">
        {buttons}
        <button type="button" onClick={() => onChange(groupOf(node))}>
          {text.wrap}
        </button>
        {onRemove ? (
          <button type="button" onClick={onRemove}>
            {remove}
          </button>
        ) : null}
      </div>
    </fieldset>
  );
}

/** An error about a node as a whole. */
export const Said = ({ message }: { readonly message: string | undefined }) =>
  message === undefined ? null : <p className="error">{message}</p>;
