/**
 * `bun .ci/tests.ts [sqlite|postgres] [FILE...]`: runs the tests of test/ on one database, in
 * parallel processes.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
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

/** All tests, or those of `files`. */
export async function runTests(dialect: Dialect, files: readonly string[] = []): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-tests-'))
  // PostgreSQL's server runs as another user and must be able to enter.
  chmodSync(folder, 0o711)
  const server = dialect === 'postgres' ? await startPostgres() : undefined
  try {
    return await countTests([...command, ...files.map((file) => `./${file}`)], {
      TMPDIR: folder,
      QUIRE_DIALECT: dialect,
      ...(server && { QUIRE_TEST_POSTGRES: server.url('postgres') }),
    })
  } finally {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const [dialect = 'sqlite', ...files] = process.argv.slice(2)
  if (dialect !== 'sqlite' && dialect !== 'postgres') throw new Error(`Unknown database ${dialect}`)
  const { failed, output = '' } = await runTests(dialect, files)
  process.stdout.write(`${output}\n`)
  process.exitCode = failed === 0 ? 0 : 1
}
