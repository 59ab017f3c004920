import { useState } from 'react';
import { useTexts } from '../language.js';
import { Dialog } from './dialog.js';
import './secret-once.css';

const texts = {
  en: { copy: 'Copy', copied: 'Copied', done: 'I have copied it' },
  de: { copy: 'Kopieren', copied: 'Kopiert', done: 'Ich habe es kopiert' },
};

interface Props {
  readonly title: string;
  readonly about: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** A secret that the service shows once. It is in this dialog alone. */
export function SecretOnce({ title, about, secret, onClose }: Props) {
  const text = useTexts(texts);
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{about}</p>
      <Copied value={secret} />
      <div className="actions end">
        <button type="button" className="main" onClick={onClose}>
          {text.done}
        </button>
      </div>
    </Dialog>
  );
}

/** A value with a button that copies it. */
export function Copied({ value }: { readonly value: string }) {
  const text = useTexts(texts);
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="copied">
      <code>{value}</code>
      <button
        type="button"
        onClick={() => {
          void navigator.clipboard?.writeText(value).then(() => setCopied(true));
        }}
      >
        {isCopied ? text.copied : text.copy}
      </button>
    </div>
  );
}
