/** `bun run verify`: everything that must hold before a change is worth reading. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '../test/support/postgres'
import { check, countTests, root, runSteps, type Step, skip } from './steps'

const bun = process.execPath
/** No test asserts a time, and the machine may be busy: only what hangs meets this limit. */
const tests = [bun, 'test', '--only-failures', '--timeout=60000']
const tool = (name: string) => [bun, '--bun', join(root, 'node_modules', '.bin', name)]

export function verifySteps(): Step[] {
  return [
    { name: 'No traces of a machine', run: () => check([bun, '.ci/no-traces.ts']) },
    { name: 'Format', run: () => check([bun, 'fmt', '--check', 'src', 'test', '.ci']) },
    { name: 'API document', run: needingProgram(() => check([bun, '.ci/openapi.ts'])) },
    { name: 'Types', run: () => check([bun, 'run', 'check']) },
    { name: 'Words of the interface', run: () => check([bun, '.ci/catalogues.ts']) },
    { name: 'Lint', run: lint },
    { name: 'Dead code', run: () => check(tool('knip')) },
    { name: 'Migrations', run: () => check([bun, '.ci/migrations.ts', '--check']) },
    { name: 'Third-party notices', run: () => check([bun, '.ci/notices.ts', '--check']) },
    { name: 'Size of the interface', run: () => check([bun, '.ci/ui-budgets.ts']) },
    { name: 'Tests on SQLite', run: () => countTests(tests, { QUIRE_DIALECT: 'sqlite' }) },
    { name: 'Tests on PostgreSQL', run: testOnPostgres },
    { name: 'Build', run: needingProgram(() => check([bun, '.ci/build.ts'])) },
    { name: 'The built program', run: needingProgram(() => countTests([bun, '.ci/smoke.ts'])) },
  ]
}

/** With the rules that need types: they find the promise that nobody waits for. */
function lint() {
  return check([...tool('oxlint'), '--type-aware', '--deny-warnings', 'src', 'test', '.ci'])
}

async function testOnPostgres() {
  const server = await startPostgres()
  try {
    return await countTests(tests, {
      QUIRE_DIALECT: 'postgres',
      QUIRE_TEST_POSTGRES: server.url('postgres'),
    })
  } finally {
    await server.stop()
  }
}

function needingProgram(run: Step['run']): Step['run'] {
  return async () => (existsSync(join(root, 'src/main.ts')) ? run() : skip('no src/main.ts yet'))
}

if (import.meta.main) await runSteps(verifySteps())
