const en = {
  about:
    'Colors of the app for your team and of the page for your clients. Texts stay readable: black or white replaces a text that is too faint.',
  palettes: { main: 'App of your team', client: 'Page of your clients' },
  members: {
    header: 'Header',
    button: 'Button',
    button_hover: 'Button on hover',
    label: 'Label of an author',
    own_bubble: 'Own message',
    own_bubble_text: 'Text of your own message',
    other_bubble: 'Message from others',
    other_bubble_text: 'Text of a message from others',
  },
  faint: (ratio: string) =>
    `The contrast to its bubble is ${ratio} to 1, and 4.5 to 1 is needed. The text is shown in black or white.`,
  preview: 'Preview',
  save: 'Save colors',
  saved: 'The colors are saved.',
  reset: 'Undo changes',
  sample: {
    header: 'Broken lamp',
    client: 'Ann',
    agent: 'Grace',
    question: 'The lamp does not turn on.',
    answer: 'Thank you. A new one is on its way.',
    write: 'Message',
    send: 'Send',
  },
};

const de: typeof en = {
  about:
    'Farben der App für Ihr Team und der Seite für Ihre Kunden. Texte bleiben lesbar: Schwarz oder Weiß ersetzt einen zu blassen Text.',
  palettes: { main: 'App Ihres Teams', client: 'Seite Ihrer Kunden' },
  members: {
    header: 'Kopfzeile',
    button: 'Schaltfläche',
    button_hover: 'Schaltfläche unter dem Zeiger',
    label: 'Schild eines Autors',
    own_bubble: 'Eigene Nachricht',
    own_bubble_text: 'Text einer eigenen Nachricht',
    other_bubble: 'Nachricht anderer',
    other_bubble_text: 'Text einer Nachricht anderer',
  },
  faint: (ratio: string) =>
    `Der Kontrast zur Blase ist ${ratio} zu 1, nötig sind 4,5 zu 1. Der Text wird schwarz oder weiß gezeigt.`,
  preview: 'Vorschau',
  save: 'Farben speichern',
  saved: 'Die Farben sind gespeichert.',
  reset: 'Änderungen verwerfen',
  sample: {
    header: 'Defekte Lampe',
    client: 'Anna',
    agent: 'Grete',
    question: 'Die Lampe geht nicht an.',
    answer: 'Danke. Eine neue ist unterwegs.',
    write: 'Nachricht',
    send: 'Senden',
  },
};

export const texts = { en, de };
