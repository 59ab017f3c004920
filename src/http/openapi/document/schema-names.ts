/** Names of schemas that differ from the name of their class without `Dto`. */
const names: Readonly<Record<string, string>> = {
  ActionDto: 'WorkflowAction',
  ActivityDto: 'ParticipantActivity',
  BranchDto: 'WorkflowBranch',
  DeliveriesListDto: 'WebhookDeliveryList',
  DryRunAnswerDto: 'WorkflowDryRun',
  DryRunDto: 'WorkflowDryRunRange',
  ErrorDto: 'ErrorResponse',
  EventDto: 'PublishedEvent',
  FeaturesListDto: 'WebhookFeatureList',
  NotifiedDto: 'NotifiedParticipants',
  ParameterDto: 'TemplateParameter',
  ReplayDto: 'WebhookReplayRange',
  ReplayedDto: 'WebhookReplay',
  RetriedManyDto: 'RetriedDeliveries',
  RetryManyDto: 'RetryDeliveries',
  RunErrorDto: 'WorkflowRunError',
  RunsListDto: 'WorkflowRunList',
  TextsDto: 'TemplateTexts',
  TriggerDto: 'WorkflowTrigger',
  WouldFireDto: 'WorkflowDryRunMatch',
};

/** `CategoriesListDto` becomes `CategoryList`, `MessagesListDto` becomes `MessageList`, `MessageDto` becomes `Message`. */
const schemaName = (className: string): string =>
  names[className] ??
  className
    .replace(/iesListDto$/, 'yList')
    .replace(/sListDto$/, 'List')
    .replace(/Dto$/, '');

/** Gives the schemas their public names. @throws Error if two classes have the same one */
export function withPublicNames<T extends object>(document: T): T {
  const taken = new Map<string, string>();
  const renamed = (className: string) => {
    const name = schemaName(className);
    const other = taken.get(name) ?? className;
    if (other !== className) throw new Error(`The schemas ${other} and ${className} are both named ${name}.`);
    taken.set(name, className);
    return name;
  };
  const text = JSON.stringify(document).replaceAll(
    /"#\/components\/schemas\/(\w+)"/g,
    (_, name: string) => `"#/components/schemas/${renamed(name)}"`,
  );
  const made = JSON.parse(text) as T & { components: { schemas: Record<string, unknown> } };
  const schemas = Object.entries(made.components.schemas);
  made.components.schemas = Object.fromEntries(schemas.map(([name, schema]) => [renamed(name), schema]));
  return made;
}
