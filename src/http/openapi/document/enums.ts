import { enumValues } from './enum-values.js';
import { pascal, refTo, type Schema, type Schemas } from './schema.js';

/** Names of enums by the property or parameter that has them first. Others are named after it. */
const names: Readonly<Record<string, string>> = {
  'ApiKey.scopes': 'ApiKeyScope',
  'AvailableWebhook.webhook_type': 'WebhookType',
  'CompoundConditionNode.operator': 'CompoundOperator',
  'ConversationType.retention_policy_scope': 'RetentionPolicyScope',
  'CreateExport.format': 'ExportFormat',
  'ErrorResponse.code': 'ErrorCode',
  'ExportFilters.order': 'SortOrder',
  'ExportedUser.role': 'UserRole',
  'FormerUser.role': 'UserRole',
  'FieldError.code': 'FieldErrorCode',
  'LastMessage.kind': 'MessageKind',
  'LeafConditionNode.operator': 'LeafOperator',
  'Location.source': 'LocationSource',
  'NotifyParticipants.channels': 'NotificationChannel',
  'RegisterPasskey.authenticatorAttachment': 'AuthenticatorAttachment',
  'SignUp.preferred_language': 'Language',
  'TokenError.code': 'ErrorCode',
  'TokenError.error': 'OAuthErrorCode',
  'TracedEvent.frames': 'FrameType',
  'User.role': 'UserRole',
  'UserPreference.preferred_language': 'PreferenceLanguage',
  'conversation_list.includes': 'ConversationInclude',
  'conversation_list.order': 'SortOrder',
  'conversation_list.order_by': 'ConversationOrder',
  'domain_list.type': 'DomainType',
  'message_list.order_by': 'MessageOrder',
  'message_template_list.includes': 'MessageTemplateInclude',
  'message_template_list.sortBy': 'MessageTemplateOrder',
  'workflow_list.sortBy': 'WorkflowOrder',
};

interface Parameter {
  readonly name: string;
  readonly schema: Schema;
}

/** Moves enums of more than one value into named components; equal enums are one component. */
export function nameEnums(schemas: Schemas, parameters: readonly (readonly [operation: string, Parameter])[]): void {
  const found = new Map<string, string>();
  const own = Object.entries(schemas);
  const named = (schema: Schema, where: string, property: string): void => {
    const values = (schema.enum ?? []).filter((value) => value !== null);
    if (values.length < 2) return;
    const key = JSON.stringify(values);
    const name = found.get(key) ?? names[`${where}.${property}`] ?? pascal(`${where}_${property}`);
    if (!found.has(key) && schemas[name]) throw new Error(`The enum ${name} has the name of another schema.`);
    found.set(key, name);
    schemas[name] = described(name, values.map(String));
    replace(schema, name);
  };
  for (const [name, schema] of own) {
    for (const [property, value] of Object.entries(schema.properties ?? {})) {
      named(value, name, property);
      if (value.items) named(value.items, name, property);
    }
  }
  for (const [operation, { name, schema }] of parameters) {
    named(schema, operation, name);
    if (schema.items) named(schema.items, operation, name);
  }
}

/** The enum with what each value means: in its description, and in the order of the values. */
function described(name: string, values: readonly string[]): Schema {
  const entry = enumValues[name];
  if (!entry) return { type: 'string', enum: values };
  const meanings = values.map((value) => entry.values[value] ?? '');
  const lines = values.map((value, i) => `- \`${value}\`: ${meanings[i]}`);
  const description = entry.isLong ? entry.description : `${entry.description}\n\n${lines.join('\n')}`;
  return { type: 'string', description, enum: values, 'x-enum-descriptions': meanings };
}

/** The schema keeps its members other than type and values. */
function replace(schema: Schema, name: string): void {
  const isNullable = schema.enum?.includes(null) === true;
  delete schema.type;
  delete schema.enum;
  if (isNullable) schema.anyOf = [refTo(name), { type: 'null' }];
  else Object.assign(schema, refTo(name));
}
