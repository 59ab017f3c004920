const en = {
  about: 'The events of a request and all their effects: frames, deliveries, notifications and workflow runs.',
  id: 'Id of an event, request, delivery, run or notification',
  show: 'Show the trace',
  request: 'Request',
  frames: 'Frames',
  delivery: 'Delivery',
  attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
  notification: 'Notification',
  run: 'Run of workflow',
  more: 'Show more',
  tree: 'Trace',
};

const de: typeof en = {
  about:
    'Die Ereignisse einer Anfrage und alles, was sie ausgelöst haben: Nachrichten am Socket, Zustellungen, Benachrichtigungen und Läufe von Workflows.',
  id: 'Kennung eines Ereignisses, einer Anfrage, Zustellung, Benachrichtigung oder eines Laufs',
  show: 'Spur zeigen',
  request: 'Anfrage',
  frames: 'Am Socket',
  delivery: 'Zustellung',
  attempts: (count: number) => (count === 1 ? '1 Versuch' : `${count} Versuche`),
  notification: 'Benachrichtigung',
  run: 'Lauf des Workflows',
  more: 'Mehr zeigen',
  tree: 'Spur',
};

export const texts = { en, de };
