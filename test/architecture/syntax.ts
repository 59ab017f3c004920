import ts from 'typescript';

export interface Source {
  /** From the root, with `/`. */
  readonly path: string;
  readonly text: string;
}

const CALLS = new Set([
  'Date',
  'Date.now',
  'Math.random',
  'performance.now',
  'process.hrtime',
  'process.hrtime.bigint',
]);
const FETCHES = new Set(['fetch', 'globalThis.fetch']);
const DRAWS = new Set(['randomUUID', 'randomBytes', 'randomInt', 'randomFillSync', 'getRandomValues']);
const COMMAND_SIDE = new Set(['CqrsModule', 'CommandBus', 'CommandHandler', 'ICommandHandler', 'ICommand', 'Command']);

const withoutGlobal = (expression: string) => expression.replace(/^globalThis\.(?!fetch$)/, '');

/** Where a file reads the clock, throws dice or goes to the network; comments and texts don't count. */
export const callsOutside = (source: Source): readonly string[] =>
  found(source, (node) => {
    if (ts.isNewExpression(node)) return node.expression.getText() === 'Date' && !node.arguments?.length;
    if (ts.isIdentifier(node)) return DRAWS.has(node.text);
    if (!ts.isCallExpression(node)) return false;
    const callee = withoutGlobal(node.expression.getText());
    return CALLS.has(callee) || FETCHES.has(callee);
  });

export const readsEnvironment = (source: Source): readonly string[] =>
  found(source, (node) => ts.isPropertyAccessExpression(node) && node.getText() === 'process.env');

/** What a file takes from @nestjs/cqrs beyond commands: the event bus and sagas forget on a crash. */
export const cqrsNames = (source: Source): readonly string[] =>
  found(source, (node) => {
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return false;
    const from = node.moduleSpecifier;
    if (!from || !ts.isStringLiteral(from) || from.text !== '@nestjs/cqrs') return false;
    const taken = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
    if (!taken || !ts.isNamedImports(taken)) return true;
    return taken.elements.some(({ name, propertyName }) => !COMMAND_SIDE.has((propertyName ?? name).text));
  });

function found({ path, text }: Source, wanted: (node: ts.Node) => boolean): readonly string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const places: string[] = [];
  const visit = (node: ts.Node): void => {
    if (wanted(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      places.push(`line ${line + 1}, ${node.getText().split('\n')[0]}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return places;
}
