const en = {
  about: 'Retention removes old conversations of a type with everything in them. A legal hold protects a conversation.',
  empty: 'There are no conversation types yet.',
  type: 'Conversation type',
  policy: 'Removes',
  policies: { none: 'Nothing', ARCHIVED: 'Archived conversations', ALL: 'All conversations' },
  days: 'After days',
  daysHint: 'Counted from the archiving, or from the last change. Conversations are removed one day later.',
  save: 'Save policy',
  saved: 'The policy is saved.',
  confirmTitle: 'Save this policy?',
  confirmAbout:
    'Due conversations are permanently removed with everything in them, one day later at the earliest. This page lists them once the policy is saved.',
  preview: 'Due now',
  noneDue: 'No conversation is due.',
  due: 'Due since',
  runs: 'Runs',
  noRuns: 'There were no runs.',
  removed: (count: number) => (count === 1 ? '1 conversation removed' : `${count} conversations removed`),
  running: 'running',
};

const de: typeof en = {
  about:
    'Die Aufbewahrung entfernt alte Unterhaltungen eines Typs mit allem darin. Eine Aufbewahrungspflicht hält eine Unterhaltung fest.',
  empty: 'Es gibt noch keine Unterhaltungstypen.',
  type: 'Unterhaltungstyp',
  policy: 'Entfernt',
  policies: { none: 'Nichts', ARCHIVED: 'Archivierte Unterhaltungen', ALL: 'Alle Unterhaltungen' },
  days: 'Nach Tagen',
  daysHint: 'Gezählt ab der Archivierung oder der letzten Änderung. Entfernt wird einen Tag später.',
  save: 'Regel speichern',
  saved: 'Die Regel ist gespeichert.',
  confirmTitle: 'Diese Regel speichern?',
  confirmAbout:
    'Fällige Unterhaltungen werden frühestens einen Tag später endgültig entfernt, mit allem darin. Die Liste dieser Seite zeigt sie, sobald die Regel gespeichert ist.',
  preview: 'Jetzt fällig',
  noneDue: 'Keine Unterhaltung ist fällig.',
  due: 'Fällig seit',
  runs: 'Läufe',
  noRuns: 'Es gab keine Läufe.',
  removed: (count: number) => (count === 1 ? '1 Unterhaltung entfernt' : `${count} Unterhaltungen entfernt`),
  running: 'läuft',
};

export const texts = { en, de };
