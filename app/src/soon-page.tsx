import { browserLanguage } from './language.js';
import { mount } from './mount.js';

const CONVERSATION = /\/conversations\/([^/]+)$/;

const texts = {
  en: {
    title: 'The app is not available yet',
    about:
      'This address belongs to the app for your team. Signing in with a browser comes with the app in a later release.',
    until: 'Until then, your team works with the API:',
    quickStart: 'Quick start',
    reference: 'API reference',
    conversation: 'This call reads the conversation that you opened:',
  },
  de: {
    title: 'Die App ist noch nicht verfügbar',
    about:
      'Diese Adresse gehört zur App für Ihr Team. Die Anmeldung im Browser kommt mit der App in einer späteren Version.',
    until: 'Bis dahin arbeitet Ihr Team mit der API:',
    quickStart: 'Schnellstart (englisch)',
    reference: 'API-Referenz (englisch)',
    conversation: 'Dieser Aufruf liest die Unterhaltung, die Sie geöffnet haben:',
  },
};

const language = browserLanguage();
const text = texts[language];
const [, conversation] = CONVERSATION.exec(location.pathname) ?? [];

document.title = text.title;
mount(
  language,
  <>
    <h1>{text.title}</h1>
    <p>{text.about}</p>
    <p>{text.until}</p>
    <ul>
      <li>
        <a href="/docs/intro">{text.quickStart}</a>
      </li>
      <li>
        <a href="/openapi/">{text.reference}</a>
      </li>
    </ul>
    {conversation === undefined ? null : (
      <>
        <p>{text.conversation}</p>
        <p>
          <code>GET /api/v1/conversations/{conversation}</code>
        </p>
      </>
    )}
  </>,
);
