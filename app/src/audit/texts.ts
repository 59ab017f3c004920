const en = {
  title: 'Audit',
  nav: 'Views of the audit',
  views: { events: 'Events', state: 'As of a time', trace: 'Trace', evidence: 'Evidence', exports: 'Exports' },
};

const de: typeof en = {
  title: 'Prüfprotokoll',
  nav: 'Ansichten des Prüfprotokolls',
  views: {
    events: 'Ereignisse',
    state: 'Zu einem Zeitpunkt',
    trace: 'Spur',
    evidence: 'Nachweise',
    exports: 'Exporte',
  },
};

export const texts = { en, de };
