import type { ApiKey } from '../../../../sdk/src/api.js';
import { useTexts } from '../../language.js';
import { Table } from '../../ui/table.js';
import { When } from '../../ui/when.js';
import { texts } from './texts.js';

interface Props {
  readonly keys: readonly ApiKey[];
  readonly onRename: (key: ApiKey) => void;
  readonly onDelete: (key: ApiKey) => void;
}

export function KeyTable({ keys, onRename, onDelete }: Props) {
  const text = useTexts(texts);
  return (
    <Table columns={[text.name, text.scopes, text.created, text.used, text.expires]} actions={text.actions}>
      {keys.map((key) => (
        <tr key={key.key_id}>
          <td>{key.name ?? <span className="quiet">{text.unnamed}</span>}</td>
          <td>
            {key.scopes ? <span title={key.scopes.join('\n')}>{text.scopeCount(key.scopes.length)}</span> : text.all}
          </td>
          <td>
            <When at={key.created_at} />
          </td>
          <td>{key.last_used_at ? <When at={key.last_used_at} /> : text.never}</td>
          <td>
            <Expiry at={key.expires_at} />
          </td>
          <td>
            <div className="actions end small">
              <button type="button" onClick={() => onRename(key)}>
                {text.rename}
              </button>
              <button type="button" onClick={() => onDelete(key)}>
                {text.remove}
              </button>
            </div>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Expiry({ at }: { readonly at: string | undefined }) {
  const text = useTexts(texts);
  if (at === undefined) return text.never;
  return (
    <>
      <When at={at} /> {Date.parse(at) < Date.now() ? <span className="error">{text.expired}</span> : null}
    </>
  );
}
