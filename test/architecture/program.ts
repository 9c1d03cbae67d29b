/** The TypeScript program of the server, loaded once for all rules. */
import { dirname, join, relative, resolve } from 'node:path'
import { Glob } from 'bun'
import ts from 'typescript'

export interface Import {
  from: string
  to: string
  isTypeOnly: boolean
  /** An import at the start of the file, neither `import()` nor `export from`. */
  isStatic: boolean
}

export const root = resolve(import.meta.dir, '../..')

const scan = (pattern: string) => [...new Glob(pattern).scanSync({ cwd: root })].toSorted()
const isInterface = (file: string) => file.startsWith('src/web/ui/')

export const serverFiles = scan('src/**/*.ts').filter((file) => !isInterface(file))
export const interfaceFiles = scan('src/web/ui/**/*.{ts,tsx}')

/** Loads the server code with resolved types. Takes a few seconds. */
export function openProgram() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) =>
    ts.sys.readFile(path),
  ) as { config: { compilerOptions: object } }
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const program = ts.createProgram(
    serverFiles.map((file) => join(root, file)),
    options,
  )
  return { program, checker: program.getTypeChecker() }
}

export const sourceOf = (program: ts.Program, file: string) =>
  program.getSourceFile(join(root, file))!

/** Reads every import between own files, including `import type`, `export from` and `import()`. */
export async function readImports(files: readonly string[]): Promise<Import[]> {
  const known = new Set(files)
  const lists = await Promise.all(
    files.map(async (file) => {
      const text = await Bun.file(join(root, file)).text()
      return specifiersIn(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)).flatMap(
        ({ specifier, ...kind }) => {
          const to = targetOf(file, specifier)
          const candidates = [to, `${to}.ts`, `${to}.tsx`, `${to}.d.ts`]
          const found = candidates.find((candidate) => known.has(candidate)) ?? `${to}.ts`
          return specifier.startsWith('.') ? [{ from: file, to: found, ...kind }] : []
        },
      )
    }),
  )
  return lists.flat()
}

const targetOf = (file: string, specifier: string) =>
  relative(root, resolve(root, dirname(file), specifier))

function specifiersIn(source: ts.SourceFile) {
  const found: ({ specifier: string } & Pick<Import, 'isTypeOnly' | 'isStatic'>)[] = []
  const visit = (node: ts.Node) => {
    const specifier = specifierOf(node)
    if (specifier && ts.isStringLiteralLike(specifier)) {
      const isStatic = ts.isImportDeclaration(node)
      found.push({ specifier: specifier.text, isTypeOnly: isTypeImport(node), isStatic })
    }
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

function specifierOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return node.arguments[0]
  }
  return undefined
}

function isTypeImport(node: ts.Node): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly
  if (!ts.isImportDeclaration(node)) return false
  const clause = node.importClause
  if (clause?.isTypeOnly) return true
  const names = clause?.namedBindings
  const isEachType = names && ts.isNamedImports(names) && names.elements.every((e) => e.isTypeOnly)
  return isEachType === true && clause?.name === undefined
}

/** Finds groups of files with circular imports, using Tarjan's algorithm. */
export function findCycles(imports: readonly Import[]): string[][] {
  const next = Map.groupBy(imports, ({ from }) => from)
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const open = new Set<string>()
  const cycles: string[][] = []
  const visit = (file: string) => {
    index.set(file, index.size)
    low.set(file, index.get(file)!)
    stack.push(file)
    open.add(file)
    for (const { to } of next.get(file) ?? []) {
      if (!index.has(to)) visit(to)
      if (open.has(to)) low.set(file, Math.min(low.get(file)!, low.get(to)!))
    }
    if (low.get(file) !== index.get(file)) return
    const members = stack.splice(stack.indexOf(file))
    for (const member of members) open.delete(member)
    if (members.length > 1) cycles.push(members.toSorted())
  }
  for (const file of next.keys()) if (!index.has(file)) visit(file)
  return cycles.toSorted((left, right) => left[0]!.localeCompare(right[0]!))
}
