/** Groups of calls in the reference, in the order of the document. */
export const tags = {
  Tenant:
    'The tenant itself: its name, its colours and the pause of all its workflows. A credential belongs to one tenant, so these calls need no id. The public configuration gives a client app its look before anyone signs in.',
  Domains:
    'System domains of a tenant, and custom domains verified by DNS records. A tenant has at most one custom domain for its main app and one for its client app. A requested domain names the TXT record that proves it.',
  'OIDC configs':
    'Identity providers that users of the tenant sign in with, by OpenID Connect. Responses never contain the client secret. The first sign-in can create the user if its e-mail domain is provisioned.',
  'Sign-up':
    'Creation of tenants. A person signs up with an e-mail address and a password and becomes the first owner. A machine signs up with the API key of a main tenant and gets an API key.',
  Authentication:
    'Tokens of users and clients, and the keys that verify them. Access tokens are JWTs for 15 minutes; refresh tokens are valid once. A client exchanges the key of its client URL for an access token. Passkeys, passwords and OIDC providers sign in users.',
  'API keys':
    'Keys for machines that act for a tenant. The value of a key is shown once, when it is created. Send it in the header `X-API-KEY` or as bearer.',
  Users:
    'Staff of a tenant, with the role OWNER or USER. The last OWNER of a tenant can neither be deleted nor lose the role. Preferences keep the language and the conversation type that a user prefers.',
  'Conversation types':
    'Schema, templates and settings that conversations share. The JSON Schema of a type validates the data of each conversation. A change of the schema that existing conversations would break is rejected unless it is forced.',
  Conversations:
    'Conversations with their data, labels and locks. A conversation is archived, not deleted; only retention and an erasure remove it. A lock shows other users that someone works on the conversation. It does not block their writes.',
  Participants:
    'Users and clients who take part in a conversation, their read status and activity. A USER participant belongs to a user, a CLIENT participant is an external person. Typing and reading reach sockets immediately.',
  Messages:
    'Messages of a conversation. A post returns 202 once the message is durable, and with `Prefer: wait` 201 once it has its sequence. Sequences count from 1 without gaps. A deleted message keeps its place without its content.',
  Assets:
    'Files of messages. A message of kind IMAGE, VIDEO or AUDIO returns a signed URL that accepts the file once, within 15 minutes. Download URLs are also signed for 15 minutes.',
  Erasures:
    'Erasures of conversations, participants, users and messages. Each has a certificate: ids, times and a signature.',
  'Message templates':
    'Texts with parameters for notifications and workflows, in English and German. A parameter takes its value from the data of the conversation, the time or the workflow. System templates cannot be changed.',
  Geocoder:
    'Coordinates of addresses, and addresses of coordinates. The embedded gazetteer knows places of the world; a deployment can name a Pelias- or Nominatim-compatible server instead. The best result comes first.',
  Notifications:
    'SMS and e-mails to participants, each with its status. A notification is sent at most once. One of status FAILED or UNKNOWN can be sent again on request.',
  Push: 'Web Push to the devices of users and clients. A browser subscribes with the public key of the service. A push announces a new message; it shows the text only if the conversation type allows it.',
  SMS: 'Settings and callbacks of the SMS provider. Without settings, SMS are written to the outbox folder of the deployment. Responses never contain secrets.',
  Workflows:
    'Automatic actions on events of a conversation: a message, a creation or a change of data. Conditions choose the action by the data before and after the change. A dry run shows what a workflow would have done.',
  Webhooks:
    'Deliveries of events to an endpoint of the tenant, and the event feed. Each delivery is signed by Standard Webhooks. Failed deliveries are sent again for about 3 days, in order for each conversation. A replay or the event feed brings what was missed.',
  Audit:
    'Checkpoints of the event log of the tenant, and what they prove. A checkpoint is signed within seconds after new events. A checkpoint that the tenant keeps shows later whether an event was changed, removed or inserted.',
} as const satisfies Readonly<Record<string, string>>;
