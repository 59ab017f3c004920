/** Descriptions of the fields that create, replace and patch share. */
export const description = {
  description: 'Purpose of the conversation type.',
  displayName:
    'Display name of the SHARED participant. If it is set, clients see every user under it. A change holds at once. Default: `Team`.',
  shared:
    'True if all users of a conversation share one read status. It is fixed when a conversation is opened or gets another type, so a change holds for conversations opened later. Default: false.',
  workflowName:
    'Display name of the participant that posts messages of workflows. A change holds at once. Default: `Workflow`.',
  schema: 'JSON Schema 2020-12 of `conversation_data`, at most 64 KiB and 32 levels. Default: any object.',
  listItem:
    'HTML template of a list item, with placeholders like `{{ path.to.value }}` into `conversation_data`. Tags and attributes that are not allowed are removed.',
  header:
    'HTML template of the header that clients see, filled in as `client_header_html` of a conversation. Tags and attributes that are not allowed are removed.',
  sender: 'Sender of SMS: letters, digits and spaces, at least one letter. Default: the sender of the provider.',
  pushText: 'True if pushes show the beginning of a message, up to 300 characters. Default: false.',
  templates: 'Name of the message template for each template kind. Default: the templates of the service.',
  scope: 'Conversations that retention removes: archived ones or all.',
  days: 'Days after which retention removes a conversation.',
};
