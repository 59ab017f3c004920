const en = {
  about:
    'Signed checkpoints prove that no event before them was changed, removed or inserted. Keep some outside the service.',
  checkpoints: 'Checkpoints',
  none: 'There is no checkpoint yet. The service signs one within a minute of an event.',
  events: (count: number) => (count === 1 ? '1 event' : `${count} events`),
  copy: 'Signed note',
  kept: 'Verify a checkpoint that you kept',
  note: 'Signed note',
  noteHint: 'The whole text, with the lines of its signatures.',
  verify: 'Verify',
  verdicts: {
    good: 'The log begins with what this checkpoint states. Nothing before it was changed.',
    unsigned: 'No key of the service signed this note.',
    wrong: 'The log does not begin with what this checkpoint states.',
    unsupported: 'This browser verifies signatures on https and localhost only.',
  },
  erasures: 'Erasures',
  noErasures: 'Nothing was erased.',
  kinds: {
    CONVERSATION: 'Conversation',
    PARTICIPANT: 'Participant',
    USER: 'User',
    RETENTION: 'Retention',
    MESSAGE: 'Message',
  },
  underWay: 'in progress',
  erased: (events: number) => `${events} events erased`,
  certificates: {
    good: 'A key of the service signed this certificate.',
    unsigned: 'No key of the service signed this certificate.',
    wrong: 'The signed certificate differs from what is shown.',
    unsupported: 'This browser verifies signatures on https and localhost only.',
  },
};

const de: typeof en = {
  about:
    'Unterschriebene Kontrollpunkte beweisen, dass davor kein Ereignis geändert, entfernt oder eingefügt wurde. Heben Sie einige außerhalb des Dienstes auf.',
  checkpoints: 'Kontrollpunkte',
  none: 'Es gibt noch keinen Kontrollpunkt. Der Dienst unterschreibt einen binnen einer Minute nach einem Ereignis.',
  events: (count: number) => (count === 1 ? '1 Ereignis' : `${count} Ereignisse`),
  copy: 'Unterschriebener Text',
  kept: 'Einen aufgehobenen Kontrollpunkt prüfen',
  note: 'Unterschriebener Text',
  noteHint: 'Der ganze Text mit den Zeilen seiner Unterschriften.',
  verify: 'Prüfen',
  verdicts: {
    good: 'Das Protokoll beginnt so, wie der Kontrollpunkt es angibt. Davor wurde nichts geändert.',
    unsigned: 'Kein Schlüssel des Dienstes hat diesen Text unterschrieben.',
    wrong: 'Das Protokoll beginnt nicht so, wie der Kontrollpunkt es angibt.',
    unsupported: 'Dieser Browser prüft Unterschriften nur auf https und localhost.',
  },
  erasures: 'Löschungen',
  noErasures: 'Es wurde nichts gelöscht.',
  kinds: {
    CONVERSATION: 'Unterhaltung',
    PARTICIPANT: 'Teilnehmer',
    USER: 'Benutzer',
    RETENTION: 'Aufbewahrung',
    MESSAGE: 'Nachricht',
  },
  underWay: 'läuft',
  erased: (events: number) => `${events} Ereignisse gelöscht`,
  certificates: {
    good: 'Ein Schlüssel des Dienstes hat diese Bescheinigung unterschrieben.',
    unsigned: 'Kein Schlüssel des Dienstes hat diese Bescheinigung unterschrieben.',
    wrong: 'Die unterschriebene Bescheinigung weicht von der gezeigten ab.',
    unsupported: 'Dieser Browser prüft Unterschriften nur auf https und localhost.',
  },
};

export const texts = { en, de };
