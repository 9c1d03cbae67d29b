/**
 * The share of the generated cases that a run tests. `npm test` tests one of eight shares, chosen
 * by the number of commits, and everything of modules that changed since the last green run of
 * `npm run test:all`. Without QUIRE_TEST_SHARE, as in `npm run test:all`, everything is tested.
 */
import { test } from 'bun:test'
import { relative, resolve } from 'node:path'

export interface TestShare {
  /** From 0 to `parts` - 1. */
  part: number
  parts: number
  /** Changed modules, such as `ingest/scanning`. */
  modules: readonly string[]
  /** Changed routes, such as `GET /api/v1/series/:id`. */
  routes: readonly string[]
  /** Ends of the paths of all routes in changed modules, such as `/series/:id`. */
  paths: readonly string[]
  /** Changed files of test/, relative to the project. */
  tests: readonly string[]
}

const text = process.env['QUIRE_TEST_SHARE']
const share: TestShare | undefined = text ? (JSON.parse(text) as TestShare) : undefined
const root = resolve(import.meta.dir, '../..')

/** The part of this run, which random tests add to their seed. */
export const sharePart: number = share?.part ?? 0

/** Each name belongs to exactly one share. */
function isInShare(name: string, modules: readonly string[]): boolean {
  if (!share || hasChanged(share, modules)) return true
  return Bun.hash.crc32(name) % share.parts === share.part
}

/** A changed test file is run as a whole, too. */
const hasChanged = ({ modules: changed, tests }: TestShare, modules: readonly string[]) =>
  tests.includes(relative(root, Bun.main)) ||
  changed.some((folder) => modules.some((one) => `${folder}/`.startsWith(`${one}/`)))

/** Selects the cases of this run. All of them if one of the modules under test changed. */
export const takeShare = <Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  modules: readonly string[],
): Item[] => items.filter((item) => isInShare(nameOf(item), modules))

interface Route {
  method: string
  path: string
}

/**
 * Selects the routes of this run, which include all new and changed ones. Parameters are written
 * as `:name` or `{name}`.
 */
export const takeRoutes = <R extends Route>(
  routes: readonly R[],
  modules: readonly string[],
): R[] => {
  const changed = new Set(share?.routes)
  return routes.filter(({ method, path: given }) => {
    const path = given.replaceAll(/\{(\w+)\}/g, ':$1')
    const name = `${method} ${path}`
    const isChanged = changed.has(name) || share?.paths.some((end) => path.endsWith(end))
    return isChanged || isInShare(name, modules)
  })
}

/**
 * Number of rounds of a random test that has `all` of them. At least one, and all if one of the
 * modules under test changed.
 */
export const countRounds = (all: number, modules: readonly string[]): number =>
  !share || hasChanged(share, modules) ? all : Math.ceil(all / share.parts)

type Run = () => Promise<void>
type SharedTest = (name: string, run: Run, timeoutMs?: number) => void

/**
 * Like `test`, but skips tests that do not belong to the share of this run. Tests that depend on
 * each other are one `group`, which is tested as a whole.
 */
export function createSharedTest(
  modules: readonly string[],
  group?: string,
): SharedTest & { if: (holds: boolean) => SharedTest } {
  const testIf =
    (holds: boolean): SharedTest =>
    (name, run, timeoutMs) =>
      test.if(holds && isInShare(group ?? name, modules))(name, run, timeoutMs)
  return Object.assign(testIf(true), { if: testIf })
}
