/**
 * `bun .ci/tests.ts [sqlite|postgres] [--gate] [--bail] [FILE...]`: runs the tests of test/ on one
 * database, in as many processes as there are cores. With --gate, only the share of generated cases
 * that `npm test` runs. With --bail, stops at the first failure, which is not repeated.
 */
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../test/support/postgres'
import { randomSeed } from '../test/support/dice'
import type { TestShare } from '../test/support/share'
import { chooseShare } from './choose-share'
import { chooseFiles, timingsPath } from './long-files'
import { retryFailures } from './retry'
import { execute, listFailures, type Outcome, root, summarize } from './steps'
import { type FileReport, parseRanNames, parseReports } from './test-reports'

export type Dialect = 'sqlite' | 'postgres'

/** Only a hanging test reaches this limit, even on a busy machine. */
const timeoutMs = 60_000

export interface TestOptions {
  /** All files by default. */
  files?: readonly string[]
  /** Names of tests, with those of their groups, that run in addition: of other files only these. */
  chosenTests?: Readonly<Record<string, readonly string[]>>
  /** A built program that tests run in a separate process, instead of the source. */
  program?: string
  /** The share of the generated cases. All of them by default. */
  share?: TestShare | undefined
  /** Seed of random tests. */
  seed?: number
  /** Folder for the statements that each test sends to PostgreSQL. */
  recordStatements?: string
  /** Stores how long each file took. */
  updateTimings?: boolean
  /** Stops at the first failure, which is not repeated. */
  bail?: boolean
}

export async function runTests(dialect: Dialect, options: TestOptions = {}): Promise<Outcome> {
  const folder = createFolder(tmpdir())
  const databases = createFolder(hasMemoryFolder() ? memoryFolder : folder)
  const removeFolders = () => {
    for (const path of [databases, folder]) rmSync(path, { recursive: true, force: true })
  }
  process.once('exit', removeFolders).once('SIGINT', exit).once('SIGTERM', exit)
  const server = dialect === 'postgres' ? await startPostgres(databases) : undefined
  const env = {
    ...buildEnvironment(dialect, options),
    TMPDIR: folder,
    QUIRE_TEST_DATABASES: databases,
    ...(server && { QUIRE_TEST_POSTGRES: server.url('postgres') }),
  }
  try {
    return await runAndRetry(dialect, options, { env, folder })
  } finally {
    await server?.stop()
    removeFolders()
    process.off('exit', removeFolders).off('SIGINT', exit).off('SIGTERM', exit)
  }
}

function buildEnvironment(dialect: Dialect, options: TestOptions): Record<string, string> {
  const { program, share, seed, recordStatements } = options
  return {
    // Returning memory to the system and requesting it again took 5 to 10 percent of the CPU time.
    MIMALLOC_PURGE_DELAY: '10000',
    QUIRE_DIALECT: dialect,
    ...(program && existsSync(program) && { QUIRE_TEST_PROGRAM: program }),
    ...(share && { QUIRE_TEST_SHARE: JSON.stringify(share) }),
    ...(seed !== undefined && { SEED: `${seed}` }),
    ...(recordStatements && { QUIRE_TEST_STATEMENTS: recordStatements }),
  }
}

interface Place {
  env: Record<string, string>
  /** Folder for temporary files. */
  folder: string
}

async function runAndRetry(
  dialect: Dialect,
  { files = listTestFiles(), chosenTests = {}, ...options }: TestOptions,
  place: Place,
): Promise<Outcome> {
  const { seed = randomSeed, bail, recordStatements } = options
  const chosenFiles = Object.keys(chosenTests)
  if (files.length + chosenFiles.length === 0) throw new Error('No test file was chosen.')
  const switches = listSwitches(options)
  const runs = files.length > 0 ? [await runBunTest(switches, files, place)] : []
  if (chosenFiles.length > 0) {
    const chosen = [...switches, ...buildNameSwitch(Object.values(chosenTests).flat())]
    runs.push(await runBunTest(chosen, chosenFiles, place))
  }
  if (recordStatements) writeNames(recordStatements, runs)
  const database = dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  const verdict = await retryFailures(
    runs.flatMap(({ reports }) => reports),
    {
      maxRetried: bail ? 0 : undefined,
      where: `${database}, seed ${seed}`,
      rerun: async (file) => {
        const names = chosenTests[file]
        const again = await runBunTest(names ? buildNameSwitch(names) : [], [file], place)
        return findLoneReport(again, file)
      },
    },
  )
  const output = runs.map((run) => run.output).join('\n')
  return {
    ...verdict,
    cpuSeconds: runs.reduce((sum, run) => sum + run.cpuSeconds, 0),
    output: verdict.failed > 0 ? output : runs.map((run) => summarize(run.output)).join('\n'),
    failures: verdict.failed > 0 ? listFailures(output) : [],
  }
}

const listSwitches = ({ updateTimings = false, bail = false }: TestOptions) => [
  `--parallel=${availableParallelism()}`,
  // Each process loads a module once instead of once per file.
  '--no-isolate',
  ...(existsSync(timingsPath) || updateTimings ? [`--timings=${timingsPath}`] : []),
  ...(updateTimings ? ['--update-timings'] : []),
  ...(bail ? ['--bail'] : []),
]

/** Selects tests by their full names, in which groups are followed by a space there. */
export const buildNameSwitch = (names: readonly string[]): string[] => {
  const patterns = names.map((name) =>
    name.replaceAll(' > ', ' ').replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
  )
  return [`--test-name-pattern=^ ?(?:${patterns.join('|')})$`]
}

/** The names of the tests of each record of statements, in a folder of records. */
export const namesFile = 'names.json'

function writeNames(folder: string, runs: readonly Run[]) {
  const names = Object.assign({}, ...runs.map(({ ran }) => ran)) as Run['ran']
  writeFileSync(join(folder, namesFile), JSON.stringify(names))
}

/** Returns the report of a file, or a failure if the run has none. */
export const findReport = ({ reports }: Pick<Run, 'reports'>, file: string): FileReport =>
  reports.find((report) => report.file === file) ?? createFailure(file, 'has no report')

/** Like `findReport`, but a file whose cases are all in other shares has no tests and no report. */
export const findLoneReport = (
  { code, reports }: Pick<Run, 'code' | 'reports'>,
  file: string,
): FileReport =>
  code === 0 && reports.length === 0
    ? { file, passed: 0, skipped: 0, failed: [] }
    : findReport({ reports }, file)

interface Run {
  code: number
  reports: FileReport[]
  /** Full names of the tests of each file that ran, in their order. */
  ran: Record<string, string[]>
  output: string
  cpuSeconds: number
}

/** Runs files and reads the report. A file that is missing from it did not run to its end. */
export async function runBunTest(
  switches: readonly string[],
  files: readonly string[],
  { env, folder }: Place,
): Promise<Run> {
  const report = join(folder, `report-${Bun.randomUUIDv7()}.xml`)
  const reporter = ['--reporter=junit', `--reporter-outfile=${report}`]
  const command = [process.execPath, 'test', '--only-failures', `--timeout=${timeoutMs}`]
  const paths = files.map((file) => `./${file}`)
  const { code, output, cpuSeconds } = await execute(
    [...command, ...switches, ...reporter, ...paths],
    env,
  )
  const xml = existsSync(report) ? readFileSync(report, 'utf8') : ''
  rmSync(report, { force: true })
  const reports = completeReports(parseReports(xml), files, code)
  return { code, reports, ran: parseRanNames(xml), output, cpuSeconds }
}

/** Adds failures that the report does not contain, such as those of files that cannot be loaded. */
export function completeReports(
  reports: readonly FileReport[],
  files: readonly string[],
  code: number,
): FileReport[] {
  if (code === 0) return [...reports]
  const known = new Set(reports.map(({ file }) => file))
  const missing = files.filter((file) => !known.has(file) && file.endsWith('.ts'))
  const complete = [...reports, ...missing.map((file) => createFailure(file, 'has no report'))]
  const isExplained = complete.some(({ failed }) => failed.length > 0)
  return isExplained ? complete : [...complete, createFailure('test', `exit code ${code}`)]
}

const createFailure = (file: string, message: string): FileReport => ({
  file,
  passed: 0,
  skipped: 0,
  failed: [{ name: 'the whole file', message }],
})

export const listTestFiles = (): string[] =>
  [...new Bun.Glob('test/**/*.test.ts').scanSync({ cwd: root })].toSorted()

/** Exits on a signal through the exit handler, which removes the folders and frees memory. */
const exit = () => process.exit(1)

function createFolder(parent: string) {
  const folder = mkdtempSync(join(parent, 'quire-tests-'))
  // The PostgreSQL server runs as another user and must be able to access the folder.
  chmodSync(folder, 0o711)
  return folder
}

/**
 * In memory, copying a database of a thousand files takes a third of the CPU time, and commits do
 * not wait for a disk. The 64 MB that containers often have are not enough.
 */
const memoryFolder = '/dev/shm'
const leastMemory = 4 * 1024 ** 3

function hasMemoryFolder() {
  if (!existsSync(memoryFolder)) return false
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize >= leastMemory
}

/** Replaces folders by the test files in them. */
const expandFolders = (paths: readonly string[]) =>
  paths.flatMap((path) => {
    const plain = path.replace(/^\.\//, '').replace(/\/$/, '')
    return plain.endsWith('.ts')
      ? [plain]
      : listTestFiles().filter((file) => file.startsWith(`${plain}/`))
  })

if (import.meta.main) {
  const isGate = process.argv.includes('--gate')
  const [dialect = 'sqlite', ...paths] = process.argv
    .slice(2)
    .filter((word) => !word.startsWith('--'))
  if (dialect !== 'sqlite' && dialect !== 'postgres') throw new Error(`Unknown database ${dialect}`)
  const share = isGate ? await chooseShare() : undefined
  const {
    failed,
    flaky = [],
    output = '',
  } = await runTests(dialect, {
    files: paths.length > 0 ? expandFolders(paths) : await chooseFiles(listTestFiles(), share),
    share,
    bail: process.argv.includes('--bail'),
  })
  process.stdout.write([output, ...flaky, ''].join('\n'))
  process.exitCode = failed === 0 ? 0 : 1
}
