const en = {
  title: (tenant: string) => `Welcome to ${tenant}`,
  about:
    'This tenant has no conversation yet. A sample shows both sides: your people in this app, and a client on their own page.',
  what: 'The button creates a conversation type, a conversation in it, and a client with a first message.',
  create: 'Create a sample conversation',
  creating: 'Creating …',
  done: 'The sample is ready. Open the page of the client in a second window, and write from both sides.',
  client: 'Open the page of the client',
  clientHint: 'The link lets its reader write as the client for 7 days.',
  open: 'Open the conversation here',
  description: 'Sample: a lamp that does not turn on',
  clientName: 'Clara Client',
  hello: 'Hello, my lamp does not turn on. Can you help?',
};

const de: typeof en = {
  title: (tenant) => `Willkommen bei ${tenant}`,
  about:
    'Dieser Mandant hat noch keine Unterhaltung. Ein Beispiel zeigt beide Seiten: Ihre Leute in dieser App und einen Kunden auf einer eigenen Seite.',
  what: 'Der Knopf legt einen Unterhaltungstyp, darin eine Unterhaltung und einen Kunden mit einer ersten Nachricht an.',
  create: 'Beispielunterhaltung anlegen',
  creating: 'Wird angelegt …',
  done: 'Das Beispiel ist bereit. Öffnen Sie die Seite des Kunden in einem zweiten Fenster, und schreiben Sie von beiden Seiten.',
  client: 'Seite des Kunden öffnen',
  clientHint: 'Wer den Link hat, kann 7 Tage lang als der Kunde schreiben.',
  open: 'Unterhaltung hier öffnen',
  description: 'Beispiel: eine Lampe, die nicht leuchtet',
  clientName: 'Klara Kundin',
  hello: 'Hallo, meine Lampe leuchtet nicht. Können Sie helfen?',
};

export const texts = { en, de };
export type Texts = typeof en;
