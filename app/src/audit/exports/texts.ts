const en = {
  about: 'A file of the events that you choose, with a signed manifest. Exports are kept for seven days.',
  filters: 'Events of the export',
  all: 'All events. Set filters in the view “Events” to export fewer.',
  format: 'Format',
  create: 'Create an export',
  empty: 'There are no exports.',
  events: (count: number) => (count === 1 ? '1 event' : `${count} events`),
  statuses: { RUNNING: 'Running', DONE: 'Done', FAILED: 'Failed' },
  file: 'Download the file',
  manifest: 'Download the manifest',
  until: 'Kept until',
};

const de: typeof en = {
  about: 'Eine Datei der Ereignisse, die Sie auswählen, mit unterschriebenem Verzeichnis. Exporte bleiben sieben Tage.',
  filters: 'Ereignisse des Exports',
  all: 'Alle Ereignisse. Setzen Sie Filter in der Ansicht „Ereignisse“, um weniger zu exportieren.',
  format: 'Format',
  create: 'Export erstellen',
  empty: 'Es gibt keine Exporte.',
  events: (count: number) => (count === 1 ? '1 Ereignis' : `${count} Ereignisse`),
  statuses: { RUNNING: 'Läuft', DONE: 'Fertig', FAILED: 'Gescheitert' },
  file: 'Datei herunterladen',
  manifest: 'Verzeichnis herunterladen',
  until: 'Verfügbar bis',
};

export const texts = { en, de };
