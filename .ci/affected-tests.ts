/**
 * Finds the tests affected by a change: those of the changed modules and of modules that import
 * them directly. A module is a folder of files, and test/ mirrors the modules of the server. Tests
 * of the interface are found by their imports.
 */
import { dirname } from 'node:path'
import { type Import, readImports } from '../test/architecture/program'
import { root } from './steps'

interface Affected {
  /** Folders with changed files, and folders that import them directly. */
  modules: string[]
  /** Test files, relative to the project. */
  tests: string[]
}

export interface Code {
  /** Files of src/ and test/, relative to the project. */
  files: readonly string[]
  imports: readonly Import[]
}

/** Lists files that differ from the merge base with main, committed or not, and untracked files. */
export function findChangedFiles(): string[] {
  const base = ['main', 'origin/main']
    .map((branch) => git(['merge-base', branch, 'HEAD']))
    .find((commit) => commit !== undefined)
  const tracked = git(['diff', '--name-only', '--no-renames', base ?? 'HEAD'])
  const untracked = git(['ls-files', '--others', '--exclude-standard'])
  if (tracked === undefined || untracked === undefined) {
    throw new Error('The changed files are not known: this folder is not a git repository')
  }
  return [...new Set(`${tracked}\n${untracked}`.split('\n').filter(Boolean))].toSorted()
}

export async function readCode(): Promise<Code> {
  const files = ['src', 'test'].flatMap((folder) =>
    [...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync({ cwd: root })].toSorted(),
  )
  return { files, imports: await readImports(files) }
}

export function findAffectedTests(changed: readonly string[], code: Code): Affected {
  const importers = groupImporters(code.imports)
  const changedCode = changed.filter((file) => /^(src|test)\//.test(file))
  const modules = new Set(changedCode.filter(isSource).map((file) => dirname(file)))
  const touched = closeWithinModules(changedCode, importers)
  const wanted = new Set([...touched].filter(isTest))
  for (const file of touched) {
    for (const importer of importers.get(file) ?? []) {
      if (isSource(importer)) modules.add(dirname(importer))
      if (isTest(importer) && isInterface(file)) wanted.add(importer)
    }
  }
  const folders = new Set(code.files.filter(isSource).flatMap(foldersAbove))
  const all = code.files.filter(isTest)
  for (const module of modules) for (const test of listTests(module, all, folders)) wanted.add(test)
  return { modules: [...modules].toSorted(), tests: all.filter((file) => wanted.has(file)) }
}

/** True if the screens can have changed: they need the interface, its shared code and their tests. */
export const affectsScreens = (changed: readonly string[]) =>
  changed.some((file) => /^(?:src\/web\/(?:ui|shared)|test\/web\/screens)\//.test(file))

const interfaceFolder = 'src/web/ui'
const isInterface = (file: string) => file.startsWith(`${interfaceFolder}/`)
const isSource = (file: string) => file.startsWith('src/')
const isTest = (file: string) => file.startsWith('test/') && file.endsWith('.test.ts')
const toTestFolder = (module: string) => module.replace(/^src/, 'test')
const toModule = (testFolder: string) => testFolder.replace(/^test/, 'src')

function foldersAbove(file: string): string[] {
  const folder = dirname(file)
  return folder === '.' ? [] : [folder, ...foldersAbove(folder)]
}

/** Ignores type-only imports, because the compiler checks types as a whole. */
export function groupImporters(imports: readonly Import[]): ReadonlyMap<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const { from, to, isTypeOnly } of imports) {
    if (!isTypeOnly) importers.set(to, [...(importers.get(to) ?? []), from])
  }
  return importers
}

/** Finds the changed files and their importers in the same module, or in test/ for test files. */
function closeWithinModules(
  changed: readonly string[],
  importers: ReadonlyMap<string, readonly string[]>,
): Set<string> {
  const found = new Set(changed)
  for (const file of found) {
    for (const importer of importers.get(file) ?? []) {
      const belongs = isSource(file) ? dirname(importer) === dirname(file) : !isSource(importer)
      if (belongs) found.add(importer)
    }
  }
  return found
}

/** Lists tests of the folder that mirrors the module, or of the nearest parent with tests. */
function listTests(module: string, all: readonly string[], folders: ReadonlySet<string>): string[] {
  if (isInterface(`${module}/`)) return []
  // Folders in test/ that mirror no module are test suites of the whole server.
  if (module === 'src') return all.filter((test) => dirname(test) === 'test')
  const mirror = toTestFolder(module)
  const found = all.filter((test) => {
    const folder = dirname(test)
    return folder === mirror || (folder.startsWith(`${mirror}/`) && !isMirror(folder, folders))
  })
  return found.length > 0 ? found : listTests(dirname(module), all, folders)
}

const isMirror = (testFolder: string, folders: ReadonlySet<string>) =>
  folders.has(toModule(testFolder)) || isInterface(`${toModule(testFolder)}/`)

function git(args: readonly string[]): string | undefined {
  const { exitCode, stdout } = Bun.spawnSync(['git', ...args], { cwd: root, stderr: 'ignore' })
  return exitCode === 0 ? stdout.toString().trim() : undefined
}
