/**
 * Selects what `npm test` runs on PostgreSQL: the tests of the database code, and the tests in
 * test/postgres-ring.json, which together send every part of a statement that any test sends.
 * `bun .ci/postgres-ring.ts` runs them. With --write, it first chooses them again from the records
 * of the last `npm run test:all`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { StatementRecord } from '../test/support/statement-records'
import type { TestShare } from '../test/support/share'
import { type Code, readCode } from './affected-tests'
import { findDatabaseTests } from './database-tests'
import { chooseFiles } from './long-files'
import { chooseTests, findUnreached, type Ring, type SentParts } from './ring-choice'
import { listStatementParts } from './statement-parts'
import { type Outcome, root } from './steps'
import { namesFile, runTests, type TestOptions } from './tests'

/** Recorded statements of the last `npm run test:all`, and of the last run of the ring there. */
export const recordsFolder: string = join(root, '.cache', 'postgres-statements')
const ringRecordsFolder = join(root, '.cache', 'postgres-ring-statements')
const ringPath = join(root, 'test', 'postgres-ring.json')

const ofDatabase = /^test\/platform\/(db|jobs)\//
/** Random conditions and repeated requests, which every run of all tests sends anew. */
const random = /^test\/endurance\//
const dialectFile = 'src/platform/db/dialect.ts'

/** Lists tests of the database code, of jobs, and those that differ between the databases. */
function listFixedFiles(code: Code): string[] {
  const knowing = new Set(
    code.imports.filter(({ to }) => to === dialectFile).map(({ from }) => from),
  )
  return findDatabaseTests(code).filter(
    (file) => ofDatabase.test(file) || (knowing.has(file) && !random.test(file)),
  )
}

interface StoredRing extends Ring {
  /** Files that are not split, because their tests need the ones before them. */
  dependent: readonly string[]
}

const readStoredRing = () => JSON.parse(readFileSync(ringPath, 'utf8')) as StoredRing

/** What changed since the last green run of all tests. Undefined means everything. */
type Changes = Pick<TestShare, 'modules' | 'tests'> | undefined
const noChanges: Changes = { modules: [], tests: [] }

export async function selectRing(changes: Changes): Promise<Ring> {
  const { files, tests } = readStoredRing()
  return widenRing({ files: [...listFixedFiles(await readCode()), ...files], tests }, changes)
}

/** Like `selectRing`, without the long files of the database code that are not due. */
export async function selectGateRing(share: TestShare | undefined): Promise<Ring> {
  const { files, tests } = readStoredRing()
  const fixed = await chooseFiles(listFixedFiles(await readCode()), share)
  return widenRing({ files: [...fixed, ...files], tests }, share)
}

/** Adds the whole files of changed modules, and those that changed themselves. */
export function widenRing({ files, tests }: Ring, changes: Changes): Ring {
  const isChanged = (file: string) =>
    !changes ||
    changes.tests.includes(file) ||
    changes.modules.some((module) => `test/${module}` === dirname(file))
  const whole = new Set([...files, ...Object.keys(tests).filter(isChanged)])
  return {
    files: [...whole].toSorted(),
    tests: Object.fromEntries(Object.entries(tests).filter(([file]) => !whole.has(file))),
  }
}

/** Runs the ring on PostgreSQL. */
export const runRing = (ring: Ring, options: TestOptions = {}): Promise<Outcome> =>
  runTests('postgres', { ...options, files: ring.files, chosenTests: ring.tests })

function emptyFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

export const emptyRecords = (): void => emptyFolder(recordsFolder)

/**
 * Runs those tests of the ring whose files are not whole in it, as `npm test` does if nothing
 * changed. The others have just run. Fails if a part of a statement is sent only by tests that the
 * ring does not contain.
 */
export async function checkRing(options: TestOptions): Promise<Outcome> {
  const { outcome, unreached } = await tryRing(await selectRing(noChanges), options)
  if (readRecords(recordsFolder).length === 0) {
    return { ...outcome, failed: outcome.failed + 1, output: 'No statement was recorded' }
  }
  if (outcome.failed > 0 || unreached.length === 0) return outcome
  const lines = unreached.slice(0, 20).map(({ part, file }) => `${file}: ${part}`)
  const advice = 'Choose the tests again: bun .ci/postgres-ring.ts --write'
  const title = `${unreached.length} parts of statements are not sent by any test of the PostgreSQL ring.`
  return { ...outcome, failed: 1, output: [title, ...lines, advice].join('\n') }
}

/** Runs the single tests of a ring, and lists the parts that neither they nor its files send. */
async function tryRing({ files, tests }: Ring, options: TestOptions) {
  emptyFolder(ringRecordsFolder)
  const single = { files: [], tests }
  const outcome = await runRing(single, { ...options, recordStatements: ringRecordsFolder })
  const sent = new Set(readRecords(ringRecordsFolder).flatMap(listParts))
  const all = findUnreached(readRecords(recordsFolder), { files, tests: {} })
  return { outcome, unreached: all.filter(({ part }) => !sent.has(part)) }
}

const listParts = ({ before, between, tests }: SentParts) => [
  ...before,
  ...between,
  ...tests.flatMap(({ parts }) => parts),
]

const known = new Map<string, string[]>()

/** Most statements are sent by many tests. */
function listPartsOf(statement: string): string[] {
  const parts = known.get(statement) ?? listStatementParts(statement)
  known.set(statement, parts)
  return parts
}

const listUnique = (shapes: readonly string[]) => [...new Set(shapes.flatMap(listPartsOf))]

function readRecords(folder: string): SentParts[] {
  if (!existsSync(folder)) return []
  const names = JSON.parse(readFileSync(join(folder, namesFile), 'utf8')) as Names
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line) as StatementRecord)
    .filter(({ file }) => !random.test(file))
    .map((record) => nameTests(record, names[record.file] ?? []))
}

type Names = Readonly<Record<string, readonly string[]>>

/** The reports have the names. If they do not fit the records, the file is not split. */
export function nameTests(record: StatementRecord, names: readonly string[]): SentParts {
  const { file, tests } = record
  const before = listUnique(record.before)
  const isSplit = names.length === tests.length && new Set(names).size === names.length
  const between = listUnique([
    ...record.between,
    ...(isSplit ? [] : tests.flatMap(({ shapes }) => shapes)),
  ])
  if (!isSplit) return { file, before, between, tests: [] }
  const named = tests.map(({ shapes, milliseconds }, index) => ({
    name: names[index] ?? '',
    milliseconds,
    parts: listUnique(shapes),
  }))
  return { file, before, between, tests: named }
}

/**
 * Chooses the tests and runs them, because some need the ones before them. Files of tests that fail
 * then, or that no longer send what they sent, are not split. Ends when everything is sent.
 */
async function writeRing() {
  const fixed = listFixedFiles(await readCode())
  const dependent = new Set(readStoredRing().dependent.filter((file) => existsSync(file)))
  for (;;) {
    const chosen = chooseTests(readRecords(recordsFolder), fixed, [...dependent])
    const stored: StoredRing = { ...chosen, dependent: [...dependent].toSorted() }
    await Bun.write(ringPath, `${JSON.stringify(stored, undefined, 2)}\n`)
    const { outcome, unreached } = await tryRing(await selectRing(noChanges), {})
    const split = new Set(Object.keys(chosen.tests))
    const wrong = [...(outcome.failedFiles ?? []), ...findSenders(chosen, unreached)]
    const found = wrong.filter((file) => split.has(file) && !dependent.has(file))
    process.stdout.write(
      `${outcome.output ?? ''}\nNot to be split: ${found.join(', ') || 'none'}\n`,
    )
    if (found.length === 0) return
    for (const file of found) dependent.add(file)
  }
}

/** Lists the files that were chosen for one of the parts. */
function findSenders({ tests }: Ring, parts: readonly { part: string }[]): string[] {
  const missing = new Set(parts.map(({ part }) => part))
  return readRecords(recordsFolder)
    .filter((record) => {
      const chosen = record.tests.filter(({ name }) => tests[record.file]?.includes(name))
      return chosen.some((one) => one.parts.some((part) => missing.has(part)))
    })
    .map(({ file }) => file)
}

if (import.meta.main) {
  if (process.argv.includes('--write')) await writeRing()
  const bail = process.argv.includes('--bail')
  const { failed, flaky = [], output = '' } = await runRing(await selectRing(noChanges), { bail })
  process.stdout.write([output, ...flaky, ''].join('\n'))
  process.exitCode = failed === 0 ? 0 : 1
}
