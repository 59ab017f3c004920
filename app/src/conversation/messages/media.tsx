import { useRef } from 'react';
import type { Message } from '../../../../sdk/src/api.js';
import { onService } from '../../../../sdk/src/store/sending/uploads.js';
import type { Upload } from '../../../../sdk/src/store.js';
import type { AssetKind } from '../../../../src/catalogue/assets.js';
import { useTexts } from '../../language.js';
import type { FileActions } from './file-actions.js';
import { OutsideLink } from './linked.js';
import { texts } from './texts.js';

export type MediaMessage = Extract<Message, { readonly kind: AssetKind }>;

interface Props extends FileActions {
  readonly message: MediaMessage;
  readonly author: string;
  readonly upload: Upload | undefined;
}

/** The picture or player of a message, or the state of its file. */
export function Media({ message, author, upload, onRefresh, ...actions }: Props) {
  const text = useTexts(texts);
  const isAskedAgain = useRef(false);
  const { kind, asset } = message;
  const url = onService(location.origin, asset?.download_url);
  if (url === undefined) return <FileState message={message} upload={upload} {...actions} />;
  const name = `${text.media[kind]}, ${author}`;
  /** The link of a file is good for some minutes. */
  function expired() {
    if (!isAskedAgain.current) onRefresh(message);
    isAskedAgain.current = true;
  }
  if (kind === 'VIDEO')
    return (
      // biome-ignore lint/a11y/useMediaCaption: people send videos without captions.
      <video src={url} controls preload="none" playsInline aria-label={name} onError={expired} />
    );
  if (kind === 'AUDIO')
    return (
      // biome-ignore lint/a11y/useMediaCaption: people send recordings without captions.
      <audio src={url} controls preload="none" aria-label={name} onError={expired} />
    );
  const small = onService(location.origin, asset?.thumbnail_url) ?? url;
  return (
    <OutsideLink href={url} hint={text.opensInNewTab}>
      <img className="picture" src={small} alt={message.text ?? name} loading="lazy" onError={expired} />
    </OutsideLink>
  );
}

function FileState({ message, upload, onRetry, onCancel }: Omit<Props, 'author' | 'onRefresh'>) {
  const text = useTexts(texts);
  const status = message.asset?.status;
  if (status === 'UPLOAD_PENDING' && upload) {
    if (upload.status === 'cancelled') return <p className="gone">{text.cancelled}</p>;
    if (upload.status === 'failed')
      return (
        <>
          <p className="gone">{text.uploadFailed}</p>
          <button type="button" className="small" onClick={() => onRetry(message)}>
            {text.retry}
          </button>
        </>
      );
    const percent = Math.round((100 * upload.sent) / Math.max(1, upload.total));
    return (
      <>
        <p className="kind">{text.uploaded(percent)}</p>
        <progress max={100} value={percent} aria-label={text.uploading} />
        <button type="button" className="small" onClick={() => onCancel(message.id)}>
          {text.cancel}
        </button>
      </>
    );
  }
  if (status === 'UPLOAD_FAILED') return <p className="gone">{text.uploadFailed}</p>;
  if (status === 'UPLOAD_COMPLETED_MISSING') return <p className="gone">{text.missing}</p>;
  return <p className="gone">{status === 'COMPRESSION_STARTED' ? text.processing : text.uploading}</p>;
}
