/**
 * `bun run verify`: runs all checks that must pass before a review. `--quick` runs those that a
 * change in one module most likely breaks, in less than a minute.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findAffectedTests, findChangedFiles, readCode } from './affected-tests'
import { findDatabaseTests } from './database-tests'
import { check, countTests, root, runStages, skip, type Stage, type Step } from './steps'
import { runTests } from './tests'

const bun = process.execPath
/** The program that the Build step creates. */
const program = join(root, 'dist', 'quire')
const buildToolPath = (name: string) => [bun, '--bun', join(root, 'node_modules', '.bin', name)]

const format: Step = {
  name: 'Format',
  run: () => check([bun, 'fmt', '--check', 'src', 'test', '.ci']),
}
const types: Step = { name: 'Types', run: () => check([bun, 'run', 'check']) }
/** Runs all rules, including those that need types, such as those for promises without await. */
const lint: Step = {
  name: 'Lint',
  run: () =>
    check([...buildToolPath('oxlint'), '--type-aware', '--deny-warnings', 'src', 'test', '.ci']),
}

export function verifyStages(): Stage[] {
  return [
    [
      { name: 'API document', run: withBuild(() => check([bun, '.ci/openapi.ts'])) },
      { name: 'Build', run: withBuild(() => check([bun, '.ci/build.ts'])) },
    ],
    [
      lint,
      types,
      format,
      { name: 'No traces of a machine', run: () => check([bun, '.ci/no-traces.ts']) },
      { name: 'Words of the interface', run: () => check([bun, '.ci/catalogues.ts']) },
      { name: 'Dead code', run: () => check(buildToolPath('knip')) },
      { name: 'Migrations', run: () => check([bun, '.ci/migrations.ts', '--check']) },
      { name: 'Third-party notices', run: () => check([bun, '.ci/notices.ts', '--check']) },
      { name: 'Size of the interface', run: () => check([bun, '.ci/ui-budgets.ts']) },
    ],
    [
      {
        name: 'Tests on PostgreSQL',
        run: async () =>
          runTests('postgres', { files: findDatabaseTests(await readCode()), program }),
      },
      { name: 'Tests on SQLite', run: () => runTests('sqlite', { program }) },
    ],
    [{ name: 'The built program', run: withBuild(() => countTests([bun, '.ci/smoke.ts'])) }],
  ]
}

function quickStages(): Stage[] {
  return [
    [{ name: 'Tests of what changed, on SQLite', run: runAffectedTests }, lint, types, format],
  ]
}

async function runAffectedTests() {
  const { modules, tests } = findAffectedTests(findChangedFiles(), await readCode())
  const files = [...new Set(['test/architecture.test.ts', ...tests])]
  const outcome = await runTests('sqlite', { files })
  const output = [`Modules: ${modules.join(', ') || 'none'}`, outcome.output].join('\n')
  return { ...outcome, output }
}

function withBuild(run: Step['run']): Step['run'] {
  return async () => (existsSync(join(root, 'src/main.ts')) ? run() : skip('no src/main.ts yet'))
}

if (import.meta.main) {
  await runStages(process.argv.includes('--quick') ? quickStages() : verifyStages())
}
