const en = {
  title: 'Settings',
  nav: 'Settings',
  sections: {
    users: 'Users',
    keys: 'API keys',
    types: 'Conversation types',
    templates: 'Message templates',
    workflows: 'Workflows',
    webhooks: 'Webhooks',
    notifications: 'SMS and e-mail',
    colors: 'Colors',
    domains: 'Domains',
    providers: 'Single sign-on',
    retention: 'Retention',
  },
};

const de: typeof en = {
  title: 'Einstellungen',
  nav: 'Einstellungen',
  sections: {
    users: 'Benutzer',
    keys: 'API-Schlüssel',
    types: 'Unterhaltungstypen',
    templates: 'Nachrichtenvorlagen',
    workflows: 'Workflows',
    webhooks: 'Webhooks',
    notifications: 'SMS und E-Mail',
    colors: 'Farben',
    domains: 'Domains',
    providers: 'Single Sign-on',
    retention: 'Aufbewahrung',
  },
};

export const texts = { en, de };
