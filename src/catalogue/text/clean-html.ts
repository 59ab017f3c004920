/** Tags of clean HTML that have an end. */
export const PAIRED_TAGS = 'b i em strong u p span div h1 h2 h3 h4 ul ol li a'.split(' ');

/** The content of these elements is not text of the page, so it is dropped with them. */
export const DROPPED_WHOLE =
  'script style textarea option select xmp noscript noembed noframes template title iframe object svg math'.split(' ');

const PAIRED = PAIRED_TAGS.join('|');

/**
 * A tag of clean HTML after its `<`, and the text that follows it. Attributes have this order and these quotes. The service
 * writes clean HTML in this form alone, and the embedded client reads only this form.
 */
export const CLEAN_PIECE = new RegExp(
  `^(?:/(?<end>${PAIRED})|(?<start>${PAIRED})|br /` +
    '|a href="(?<href>[^"<>]*)"|img src="(?<src>[^"<>]*)"(?: alt="(?<alt>[^"<>]*)")? /)>(?<text>[^>]*)$',
);
