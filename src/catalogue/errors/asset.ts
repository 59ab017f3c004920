import { assetBytesText } from '../assets.js';
import type { RejectionTable } from './rejection-entry.js';

/** Uploads and downloads of assets. */
export const assetRejections = {
  'errors.asset.url_invalid': {
    kind: 'forbidden',
    en: 'The signed URL is not valid or has expired. Read the message again to get a new one.',
    de: 'Die signierte URL ist ungültig oder abgelaufen. Die Nachricht erneut lesen, um eine neue zu erhalten.',
    cause: 'The URL was changed, is for another purpose, or is older than 15 minutes.',
    remedy: 'Read the message for a new `download_url`. After a failed upload, post a new message.',
  },
  'errors.asset.not_found': {
    kind: 'not-found',
    en: 'The asset does not exist. Check the asset status in its message.',
    de: 'Die Datei existiert nicht. Bitte ihren Status in der Nachricht prüfen.',
    cause: 'The message was deleted, or its asset currently has no file.',
    remedy: 'Read the message. Only an asset with the status UPLOAD_COMPLETED can be downloaded.',
  },
  'errors.asset.already_uploaded': {
    kind: 'conflict',
    en: 'The upload URL was already used. Post a new message to send another file.',
    de: 'Die Upload-URL wurde bereits benutzt. Für eine andere Datei bitte eine neue Nachricht senden.',
    cause: 'An earlier request with this upload URL sent the whole file, or the upload has failed.',
    remedy: 'Read the `status` of the asset. To send another file, post a new message.',
  },
  'errors.asset.upload_in_progress': {
    kind: 'conflict',
    en: 'Another request is uploading this asset. Wait until it ends.',
    de: 'Eine andere Anfrage lädt diese Datei gerade hoch. Bitte deren Ende abwarten.',
    cause:
      'Two requests use the same upload URL at the same time, or an upload was interrupted in the last 30 seconds.',
    remedy: 'Let one request finish. After an interrupted upload, retry 30 seconds later.',
  },
  'errors.asset.too_large': {
    kind: 'too-large',
    en: 'The file is too large for this kind of message. Send a smaller file.',
    de: 'Die Datei ist zu groß für die Art der Nachricht. Bitte eine kleinere Datei senden.',
    cause: assetBytesText,
    remedy: 'Compress the file before the upload.',
  },
  'errors.asset.too_slow': {
    kind: 'timeout',
    en: 'The upload is too slow or did not end in time. Send the file again.',
    de: 'Der Upload ist zu langsam oder endete nicht rechtzeitig. Bitte erneut senden.',
    cause: 'The upload sends less than 16 KiB a second, or the upload URL expired before the last byte arrived.',
    remedy: 'Retry over a faster connection while the upload URL is valid.',
  },
} as const satisfies RejectionTable;
