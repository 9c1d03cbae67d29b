/** Checks that run no test, and the build that the tests of the program need. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { check, countTests, root, skip, type Stage, type Step } from './steps'

const bun = process.execPath
/** The program that the Build step creates. */
export const program: string = join(root, 'dist', 'quire')
const buildToolPath = (name: string) => [bun, '--bun', join(root, 'node_modules', '.bin', name)]

/** Must run before checks that read the types of the interface. */
export const apiTypes: Step = {
  name: 'API types of the interface',
  run: () => check([bun, '.ci/api-types.ts']),
}
export const format: Step = {
  name: 'Format',
  run: () => check([bun, 'fmt', '--check', 'src', 'test', '.ci']),
}
export const types: Step = { name: 'Types', run: () => check([bun, 'run', 'check']) }
/** Runs all rules, including those that need types, such as those for promises without await. */
export const lint: Step = {
  name: 'Lint',
  run: () =>
    check([...buildToolPath('oxlint'), '--type-aware', '--deny-warnings', 'src', 'test', '.ci']),
}

/** What the tests need, and checks that fill the time in which the build uses one core. */
export const buildStages = (): Stage[] => [
  [apiTypes],
  [
    { name: 'Build', run: withBuild(() => check([bun, '.ci/build.ts'])) },
    types,
    { name: 'API document', run: withBuild(() => check([bun, '.ci/openapi.ts'])) },
    { name: 'Dead code', run: () => check(buildToolPath('knip')) },
    { name: 'Migrations', run: () => check([bun, '.ci/migrations.ts', '--check']) },
    format,
    { name: 'No traces of a machine', run: () => check([bun, '.ci/no-traces.ts']) },
    { name: 'Words of the interface', run: () => check([bun, '.ci/catalogues.ts']) },
    { name: 'Third-party notices', run: () => check([bun, '.ci/notices.ts', '--check']) },
  ],
]

/**
 * What needs no database of the tests. Runs beside the tests on SQLite, which leave a fifth of the
 * time of the cores idle while they wait for processes and files.
 */
export const sideSteps = (): Step[] => [
  lint,
  builtProgram,
  screens,
  { name: 'Size of the interface', run: () => check([bun, '.ci/ui-budgets.ts']) },
]

/** Screens of the interface, rendered without a browser. */
export const screens: Step = {
  name: 'Screens without a browser',
  run: () => countTests([bun, 'run', 'screens']),
}

const builtProgram: Step = {
  name: 'The built program',
  run: withBuild(() => countTests([bun, '.ci/smoke.ts'])),
}

function withBuild(run: Step['run']): Step['run'] {
  return async () => (existsSync(join(root, 'src/main.ts')) ? run() : skip('no src/main.ts yet'))
}
