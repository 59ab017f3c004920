import { mapOf, writtenPlace } from '../../../../embed/src/place.js';
import type { Message } from '../../../../sdk/src/api.js';
import type { Upload } from '../../../../sdk/src/store.js';
import { isAssetKind } from '../../../../src/catalogue/assets.js';
import { useTexts } from '../../language.js';
import type { FileActions } from './file-actions.js';
import { Linked, OutsideLink } from './linked.js';
import { Media, type MediaMessage } from './media.js';
import { texts } from './texts.js';

interface Props extends FileActions {
  readonly message: Message;
  readonly author: string;
  readonly upload: Upload | undefined;
}

/** The content of a message by its kind. Everything that people wrote is text. */
export function Content({ message, author, upload, ...actions }: Props) {
  const text = useTexts(texts);
  if (message.erased) return <p className="gone">{text.erased}</p>;
  if (message.deleted_at !== undefined) return <p className="gone">{text.deleted}</p>;
  const words = message.text ? <Linked text={message.text} hint={text.opensInNewTab} /> : null;
  if (isAssetKind(message.kind))
    return (
      <>
        <Media message={message as MediaMessage} author={author} upload={upload} {...actions} />
        {words}
      </>
    );
  if (message.kind === 'LOCATION')
    return (
      <>
        <Place message={message} />
        {words}
      </>
    );
  if (message.kind === 'REQUEST_LOCATION')
    return (
      <>
        <p className="kind">{text.requested}</p>
        {words}
      </>
    );
  return words ?? <p className="gone">{text.unknownKind}</p>;
}

function Place({ message }: { readonly message: Extract<Message, { readonly kind: 'LOCATION' }> }) {
  const text = useTexts(texts);
  const { location, formatted_address } = message;
  if (!location) return <p className="kind">{text.location}</p>;
  return (
    <>
      <p className="kind">{text.location}</p>
      <p className="text" dir="auto">
        {writtenPlace(location, formatted_address)}
      </p>
      <OutsideLink href={mapOf(location)} hint={text.opensInNewTab}>
        {text.openMap}
      </OutsideLink>
    </>
  );
}
