/** Names exported by two files, which make search ambiguous. */
import { basename, dirname } from 'node:path'
import ts from 'typescript'

/** Finds functions and classes. Files of fixed kinds (`model`, `schema`) may repeat data names. */
export function findExportedTwice(
  texts: ReadonlyMap<string, string>,
  files: readonly string[],
): string[] {
  const places = new Map<string, Set<string>>()
  for (const file of files) {
    for (const name of listExportedCallables(file, texts.get(file)!)) {
      places.set(name, (places.get(name) ?? new Set()).add(file))
    }
  }
  return [...places]
    .map(([name, found]) => [name, [...found].filter((file) => !isLazyTwin(file, found))] as const)
    .filter(([, found]) => found.length > 1)
    .map(([name, found]) => `${name}: ${found.toSorted().join(', ')}`)
    .toSorted()
}

/** `lazy-form.tsx` loads a component on demand and exports it under the name that it has there. */
const isLazyTwin = (file: string, places: ReadonlySet<string>) =>
  basename(file).startsWith('lazy-') &&
  [...places].some((other) => other !== file && dirname(other) === dirname(file))

export function listExportedCallables(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  return source.statements.flatMap((statement) => {
    if (!isExported(statement)) return []
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      return statement.name ? [statement.name.text] : []
    }
    if (!ts.isVariableStatement(statement)) return []
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      initializer && ts.isArrowFunction(initializer) && ts.isIdentifier(name) ? [name.text] : [],
    )
  })
}

const isExported = (statement: ts.Statement) =>
  ts.canHaveModifiers(statement) &&
  ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
