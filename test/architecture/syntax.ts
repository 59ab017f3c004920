import ts from 'typescript';

export interface Source {
  /** From the root, with `/`. */
  readonly path: string;
  readonly text: string;
}

export const linesOf = ({ text }: Source): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

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

/** Imports from @nestjs/cqrs other than commands: the event bus and sagas forget on a crash. */
export const cqrsNames = (source: Source): readonly string[] =>
  found(source, (node) => {
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return false;
    const from = node.moduleSpecifier;
    if (!from || !ts.isStringLiteral(from) || from.text !== '@nestjs/cqrs') return false;
    const taken = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
    if (!taken || !ts.isNamedImports(taken)) return true;
    return taken.elements.some(({ name, propertyName }) => !COMMAND_SIDE.has((propertyName ?? name).text));
  });

const ROLES = new Set(['OWNER', 'API_KEY', 'CLIENT_PARTICIPANT']);
const COMPARISONS = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);

const isRole = (node: ts.Node | undefined): boolean =>
  node !== undefined &&
  ((ts.isIdentifier(node) && node.text === 'role') ||
    (ts.isPropertyAccessExpression(node) && node.name.text === 'role') ||
    (ts.isElementAccessExpression(node) && isRoleName(node.argumentExpression)) ||
    (ts.isStringLiteral(node) && ROLES.has(node.text)));
const isRoleName = (node: ts.Node) => ts.isStringLiteral(node) && node.text === 'role';

/** Where a file decides by a role: it compares one, looks it up in a list or a table, or gives it another name. */
export const roleChecks = (source: Source): readonly string[] =>
  found(source, (node) => {
    if (ts.isBinaryExpression(node) && COMPARISONS.has(node.operatorToken.kind))
      return isRole(node.left) || isRole(node.right);
    if (ts.isSwitchStatement(node) || ts.isCaseClause(node)) return isRole(node.expression);
    if (ts.isElementAccessExpression(node)) return isRole(node.argumentExpression);
    if (ts.isBindingElement(node)) return node.propertyName?.getText() === 'role';
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
    return ['includes', 'has', 'get', 'indexOf'].includes(node.expression.name.text) && isRole(node.arguments[0]);
  });

/**
 * Where a function makes a class, a generator or an accessor each time it is called. V8 gives each a shape of its own,
 * which lives until the next large collection, and keeps all that it refers to until then.
 */
export const shapesPerCall = (source: Source): readonly string[] =>
  found(source, (node) => {
    const isMade =
      ts.isClassLike(node) ||
      (ts.isAccessor(node) && ts.isObjectLiteralExpression(node.parent)) ||
      (isFunction(node) && node.asteriskToken !== undefined);
    return isMade && ts.findAncestor(node.parent, isFunction) !== undefined;
  });

const isFunction = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

/** The places of a file whose node is wanted. */
export function found({ path, text }: Source, wanted: (node: ts.Node) => boolean): readonly string[] {
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
