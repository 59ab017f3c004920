import type { Language } from '../texts.js';

const en = {
  conversation: 'Conversation',
  open: 'Open the conversation',
  close: 'Close the conversation',
  unread: (count: number) => (count === 1 ? '1 unread message' : `${count} unread messages`),
  hello: 'Write to us',
  welcome: 'Enter your name, then write your message.',
  name: 'Your name',
  start: 'Start the conversation',
  starting: 'The conversation is being started.',
  again: 'Start a new conversation',
  tooMany: 'Too many conversations were started. Try again later.',
  unavailable: 'Conversations cannot be started here at the moment.',
  failed: 'The conversation could not be started. Try again.',
};

export type LauncherTexts = typeof en;

const de: LauncherTexts = {
  conversation: 'Unterhaltung',
  open: 'Unterhaltung öffnen',
  close: 'Unterhaltung schließen',
  unread: (count) => (count === 1 ? '1 ungelesene Nachricht' : `${count} ungelesene Nachrichten`),
  hello: 'Schreiben Sie uns',
  welcome: 'Nennen Sie Ihren Namen und schreiben Sie dann Ihre Nachricht.',
  name: 'Ihr Name',
  start: 'Unterhaltung beginnen',
  starting: 'Die Unterhaltung wird begonnen.',
  again: 'Neue Unterhaltung beginnen',
  tooMany: 'Es wurden zu viele Unterhaltungen begonnen. Versuchen Sie es später noch einmal.',
  unavailable: 'Hier können im Moment keine Unterhaltungen begonnen werden.',
  failed: 'Die Unterhaltung konnte nicht begonnen werden. Versuchen Sie es noch einmal.',
};

export const launcherTexts: Readonly<Record<Language, LauncherTexts>> = { en, de };
