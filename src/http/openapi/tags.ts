/** Groups of calls in the reference, in the order of the document. */
export const tags = {
  Tenant: 'The tenant itself: its name, and the pause of all its workflows.',
  Domains: 'System domains of a tenant, and custom domains that DNS records prove.',
  'OIDC configs': 'Identity providers that users of the tenant sign in with.',
  'Sign-up': 'Creation of tenants.',
  Authentication: 'Tokens of users and clients, and the keys that verify them.',
  'API keys': 'Keys for machines that act for a tenant.',
  Users: 'Staff of a tenant.',
  'Conversation types': 'Schema, templates and settings that conversations share.',
  Conversations: 'Conversations with their data, labels and locks.',
  Participants: 'Users and clients who take part in a conversation, their read status and activity.',
  Messages: 'Messages of a conversation.',
  'Message templates': 'Texts with parameters for notifications and workflows.',
  Notifications: 'SMS and e-mails to participants.',
  SMS: 'Settings and callbacks of the SMS provider.',
  Workflows: 'Automatic actions on events of a conversation.',
  Webhooks: 'Deliveries of events to an endpoint of the tenant, and the event feed.',
} as const satisfies Readonly<Record<string, string>>;
