/**
 * Chooses what `npm test` tests of the generated cases in test/endurance: one of eight shares, and
 * everything of what changed since the last green run of `npm run test:all`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestShare } from '../test/support/share'
import { root } from './steps'

export interface GreenRun {
  commit: string
  /** Date and time in UTC. */
  date: string
  seed: number
  minutes: number
}

const parts = 8
export const greenRunPath: string = join(root, 'test', 'last-green.json')

/** Returns undefined if everything counts as changed, because no green run is known. */
export async function chooseShare(): Promise<TestShare | undefined> {
  const commits = Number(git(['rev-list', '--count', 'HEAD']))
  const last = readGreenRun()
  const changed = listChangedSinceGreen()
  if (!last || !changed || !Number.isInteger(commits)) return undefined
  const modules = listModules(changed)
  const sources = [...new Bun.Glob('src/**/*routes.ts').scanSync({ cwd: root })]
  const literals = await Promise.all(
    sources
      .filter((file) => modules.includes(dirname(file).replace(/^src\/?/, '')))
      .map(async (file) => listPathLiterals(await Bun.file(join(root, file)).text())),
  )
  const before = git(['show', `${last.commit}:docs/openapi.json`]) ?? '{}'
  const now = readFileSync(join(root, 'docs/openapi.json'), 'utf8')
  return {
    part: commits % parts,
    parts,
    modules,
    routes: listChangedRoutes(before, now),
    paths: literals.flat(),
    tests: changed.filter((file) => file.startsWith('test/')),
  }
}

/** Lists files that changed since the last green run. Returns undefined if none is known here. */
export function listChangedSinceGreen(): string[] | undefined {
  const last = readGreenRun()
  return last && listChangedFiles(last.commit)
}

function readGreenRun(): GreenRun | undefined {
  if (!existsSync(greenRunPath)) return undefined
  return JSON.parse(readFileSync(greenRunPath, 'utf8')) as GreenRun
}

/** Lists files that differ from the commit. Returns undefined if the commit is not known here. */
function listChangedFiles(commit: string): string[] | undefined {
  const tracked = git(['diff', '--name-only', '--no-renames', commit])
  const untracked = git(['ls-files', '--others', '--exclude-standard'])
  if (tracked === undefined || untracked === undefined) return undefined
  return `${tracked}\n${untracked}`.split('\n').filter(Boolean)
}

/** Folders of the changed source files, relative to src. */
const listModules = (changed: readonly string[]) => [
  ...new Set(
    changed
      .filter((file) => file.startsWith('src/') && !file.startsWith('src/web/ui/'))
      .map((file) => dirname(file).replace(/^src\/?/, '')),
  ),
]

/** Lists the paths that a file with routes contains, such as `/series/:id`. */
export const listPathLiterals = (text: string): string[] => [
  ...new Set([...text.matchAll(/'(\/[\w/:.*-]+)'/g)].map(([, path = '']) => path)),
]

interface Document {
  paths?: Record<string, Record<string, unknown>>
}

/** Lists the operations of the API document that are new or different. */
export function listChangedRoutes(before: string, now: string): string[] {
  const old = (JSON.parse(before) as Document).paths ?? {}
  const operations = Object.entries((JSON.parse(now) as Document).paths ?? {}).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return operations
    .filter(
      ({ path, method, operation }) =>
        JSON.stringify(old[path]?.[method]) !== JSON.stringify(operation),
    )
    .map(({ path, method }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
}

function git(args: readonly string[]): string | undefined {
  const { exitCode, stdout } = Bun.spawnSync(['git', ...args], { cwd: root, stderr: 'ignore' })
  return exitCode === 0 ? stdout.toString().trim() : undefined
}
