import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../..');
const DEEPEST = 4;

/** The members of the data of every event type, from the types of the code: dotted, also in the objects of lists. */
export function eventMembers(): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?:kernel|modules\/.*\/domain)\/.*\.ts$/.test(file))
    .map((file) => join(ROOT, 'src', file));
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    ROOT,
  );
  const program = ts.createProgram(files, { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const found = new Map<string, readonly string[]>();
  for (const file of files) {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    for (const symbol of module ? checker.getExportsOfModule(module) : []) {
      if (!symbol.valueDeclaration) continue;
      const type = checker.getTypeOfSymbol(symbol);
      const tables = /EventTypes$/.test(symbol.name) ? [type] : tablesIn(checker, type);
      for (const table of tables) {
        for (const event of table.getProperties()) {
          const declared = checker.getTypeOfSymbol(event) as ts.TypeReference;
          const data = checker.getTypeArguments(declared)[1] ?? declared.aliasTypeArguments?.[1];
          if (data) found.set(event.name, [...new Set(membersOf(checker, data))].sort());
        }
      }
    }
  }
  return found;
}

/** The tables of a resource. */
const tablesIn = (checker: ts.TypeChecker, type: ts.Type): readonly ts.Type[] =>
  ['eventTypes', 'reservationTypes'].flatMap((name) => {
    const table = type.getProperty(name);
    return table ? [checker.getTypeOfSymbol(table)] : [];
  });

function membersOf(checker: ts.TypeChecker, type: ts.Type, prefix = '', depth = 1): readonly string[] {
  if (type.isUnion()) return type.types.flatMap((each) => membersOf(checker, each, prefix, depth));
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const elements = checker.getTypeArguments(type as ts.TypeReference);
    return elements.flatMap((each) => membersOf(checker, each, prefix, depth));
  }
  if (!isObject(type) || depth > DEEPEST) return [];
  return checker.getPropertiesOfType(type).flatMap((member) => {
    const path = prefix === '' ? member.name : `${prefix}.${member.name}`;
    const inner = membersOf(checker, checker.getTypeOfSymbol(member), path, depth + 1);
    return inner.length > 0 ? inner : [path];
  });
}

/** A text with a brand is none. */
const isObject = (type: ts.Type): boolean =>
  type.isIntersection() ? type.types.every(isObject) : (type.flags & ts.TypeFlags.Object) !== 0;
