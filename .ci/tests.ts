/**
 * `bun .ci/tests.ts [sqlite|postgres] [FILE...]`: runs the tests of test/ on one database, in
 * parallel processes.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../test/support/postgres'
import { countTests, type Outcome } from './steps'

export type Dialect = 'sqlite' | 'postgres'

/** Some tests wait for disks and timers, so one more process than cores keeps all cores busy. */
const processes = availableParallelism() + 1

/** Only a hanging test reaches this limit, even on a busy machine. */
const timeoutMs = 60_000

const command = [
  process.execPath,
  'test',
  `--parallel=${processes}`,
  // Each process loads a module once instead of once per file.
  '--no-isolate',
  '--only-failures',
  `--timeout=${timeoutMs}`,
]

interface TestOptions {
  /** All files by default. */
  files?: readonly string[]
  /** A built program that tests run in a separate process, instead of the source. */
  program?: string
}

export async function runTests(
  dialect: Dialect,
  { files = [], program }: TestOptions = {},
): Promise<Outcome> {
  const folder = createFolder(tmpdir())
  const databases = createFolder(hasMemoryFolder() ? memoryFolder : folder)
  const removeFolders = () => {
    for (const path of [databases, folder]) rmSync(path, { recursive: true, force: true })
  }
  process.once('exit', removeFolders).once('SIGINT', exit).once('SIGTERM', exit)
  const server = dialect === 'postgres' ? await startPostgres(databases) : undefined
  try {
    return await countTests([...command, ...files.map((file) => `./${file}`)], {
      TMPDIR: folder,
      // Returning memory to the system and requesting it again took 5 to 10 percent of the CPU time.
      MIMALLOC_PURGE_DELAY: '10000',
      QUIRE_DIALECT: dialect,
      QUIRE_TEST_DATABASES: databases,
      ...(program && existsSync(program) && { QUIRE_TEST_PROGRAM: program }),
      ...(server && { QUIRE_TEST_POSTGRES: server.url('postgres') }),
    })
  } finally {
    await server?.stop()
    removeFolders()
    process.off('exit', removeFolders).off('SIGINT', exit).off('SIGTERM', exit)
  }
}

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

if (import.meta.main) {
  const [dialect = 'sqlite', ...files] = process.argv.slice(2)
  if (dialect !== 'sqlite' && dialect !== 'postgres') throw new Error(`Unknown database ${dialect}`)
  const { failed, output = '' } = await runTests(dialect, { files })
  process.stdout.write(`${output}\n`)
  process.exitCode = failed === 0 ? 0 : 1
}
