/** Finds writes to tables: direct statements, and helpers that receive a table. */
import { relative } from 'node:path'
import ts from 'typescript'
import { findPlace } from './layers'
import { openProgram, root, serverFiles, sourceOf } from './program'

const writes = /^(insert|update|delete)$/

/** Lists `file writes module.table` for every table that a module other than its owner writes. */
export function findForeignWrites(): string[] {
  const { program, checker } = openProgram()
  const helpers = findWritingHelpers(program, checker)
  const found = new Set<string>()
  for (const file of serverFiles) {
    visitCalls(sourceOf(program, file), (call) => {
      for (const argument of writtenArguments(call, checker, helpers)) {
        const table = tableOf(argument, checker)
        if (!table) continue
        const [owner, writer] = [findPlace(table.file)!, findPlace(file)!]
        if (owner.rank !== writer.rank) {
          found.add(`${file} writes ${owner.layer}/${owner.module}.${table.name}`)
        }
      }
    })
  }
  return [...found].toSorted()
}

type Helpers = ReadonlyMap<ts.Symbol, ReadonlySet<number>>

/** Finds functions that write to a table parameter, with the positions of those parameters. */
function findWritingHelpers(program: ts.Program, checker: ts.TypeChecker): Helpers {
  const helpers = new Map<ts.Symbol, Set<number>>()
  // Helpers may call helpers, so this repeats until nothing is added.
  for (let isGrowing = true; isGrowing;) {
    isGrowing = false
    for (const file of serverFiles) {
      visitCalls(sourceOf(program, file), (call) => {
        for (const argument of writtenArguments(call, checker, helpers)) {
          const parameter = parameterOf(argument, checker)
          if (parameter && add(helpers, parameter)) isGrowing = true
        }
      })
    }
  }
  return helpers
}

function add(helpers: Map<ts.Symbol, Set<number>>, { owner, position }: Parameter): boolean {
  const positions = helpers.get(owner) ?? new Set<number>()
  const isNew = !positions.has(position)
  helpers.set(owner, positions.add(position))
  return isNew
}

function writtenArguments(call: ts.CallExpression, checker: ts.TypeChecker, helpers: Helpers) {
  const { expression } = call
  const [first] = call.arguments
  if (ts.isPropertyAccessExpression(expression) && writes.test(expression.name.text) && first) {
    return [first]
  }
  // Helpers are plain functions. Resolving method calls would check the types of the whole program.
  if (!ts.isIdentifier(expression)) return []
  const symbol = resolved(checker.getSymbolAtLocation(expression), checker)
  const positions = symbol ? [...(helpers.get(symbol) ?? [])] : []
  return positions.flatMap((position) => call.arguments[position] ?? [])
}

/** Returns the table if the expression is a constant of a module's `schema.ts`. */
function tableOf(node: ts.Expression, checker: ts.TypeChecker) {
  if (!ts.isIdentifier(node)) return undefined
  const symbol = resolved(checker.getSymbolAtLocation(node), checker)
  const declaration = symbol?.valueDeclaration
  if (!symbol || !declaration) return undefined
  const file = relative(root, declaration.getSourceFile().fileName)
  return file.endsWith('/schema.ts') && findPlace(file) ? { file, name: symbol.name } : undefined
}

interface Parameter {
  owner: ts.Symbol
  position: number
}

function parameterOf(node: ts.Expression, checker: ts.TypeChecker): Parameter | undefined {
  if (!ts.isIdentifier(node)) return undefined
  const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration
  if (!declaration || !ts.isParameter(declaration)) return undefined
  const called = declaration.parent
  const named =
    ts.isFunctionDeclaration(called) || !ts.isVariableDeclaration(called.parent)
      ? called
      : called.parent
  const owner = 'name' in named && named.name && checker.getSymbolAtLocation(named.name as ts.Node)
  return owner ? { owner, position: called.parameters.indexOf(declaration) } : undefined
}

function resolved(symbol: ts.Symbol | undefined, checker: ts.TypeChecker) {
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

function visitCalls(node: ts.Node, visit: (call: ts.CallExpression) => void) {
  if (ts.isCallExpression(node)) visit(node)
  node.forEachChild((child) => visitCalls(child, visit))
}
