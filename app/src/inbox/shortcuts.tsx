import { useTexts } from '../language.js';
import { Dialog } from '../ui/dialog.js';
import { texts } from './texts.js';

export default function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const text = useTexts(texts);
  return (
    <Dialog title={text.shortcuts} onClose={onClose}>
      <dl className="shortcuts">
        {text.keys.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div className="actions end">
        <button type="button" onClick={onClose}>
          {text.close}
        </button>
      </div>
    </Dialog>
  );
}
