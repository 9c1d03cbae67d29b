/** Types of jobs and events: each is defined once, and no other file repeats it as a string. */
import ts from 'typescript'
import { baseName } from './layers'

export interface Constant {
  file: string
  kind: string
}

type Sources = ReadonlyMap<string, ts.SourceFile>

export const parseAll = (texts: ReadonlyMap<string, string>, files: readonly string[]): Sources =>
  new Map(
    files.map((file) => [
      file,
      ts.createSourceFile(file, texts.get(file)!, ts.ScriptTarget.Latest, true),
    ]),
  )

export function findConstants(sources: Sources): Constant[] {
  const found: Constant[] = []
  for (const [file, source] of sources) {
    visitNodes(source, (node) => {
      if (isDefinition(node)) found.push({ file, kind: kindOf(node) })
    })
  }
  return found
}

/**
 * Lists `file: kind` for every string literal that repeats a kind. Schemas are exempt, because an
 * index or column may have the same name.
 */
export function findRepeatedKinds(sources: Sources, kinds: ReadonlySet<string>): string[] {
  const found: string[] = []
  for (const [file, source] of sources) {
    if (baseName(file) === 'schema') continue
    visitNodes(source, (node) => {
      if (!ts.isStringLiteralLike(node) || !kinds.has(node.text)) return
      if (!isDefinition(node.parent)) found.push(`${file}: ${node.text}`)
    })
  }
  return found
}

const isDefinition = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  ts.isIdentifier(node.expression) &&
  ['defineJob', 'defineEvent'].includes(node.expression.text)

/** Returns the kind if it is a string literal, otherwise an empty string. */
function kindOf({ arguments: [kind] }: ts.CallExpression): string {
  return kind && ts.isStringLiteralLike(kind) ? kind.text : ''
}

function visitNodes(node: ts.Node, visit: (node: ts.Node) => void) {
  visit(node)
  node.forEachChild((child) => visitNodes(child, visit))
}
