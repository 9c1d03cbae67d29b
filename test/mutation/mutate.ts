/**
 * `bun test/mutation/mutate.ts [--seed N] [--count 30] [--quick] [--only 3,7] [--all]`: puts small
 * random faults into the server, one at a time, in a copy of the last commit, and counts how many
 * `npm test` finds: types, the tests on SQLite, and those of the PostgreSQL ring. With --quick, only
 * types and the tests of the changed module are tried, so that the rest can be tried with --only and
 * the numbers of the faults that were not found. With --all, faults that the gate does not find are
 * tried with the files and cases that only `npm run test:all` tests. Whether an unfound fault changes
 * any behavior must be judged by a person.
 */
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findAffectedTests, readCode } from '../../.ci/affected-tests'
import { Dice } from '../support/dice'
import { applyFault, type Fault, faultKinds, listFaults } from './faults'

const root = resolve(import.meta.dir, '../..')
const { values: given } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '30' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    all: { type: 'boolean', default: false },
  },
})
const chosen = given.only?.split(',').map(Number)
/** Of a step in which a test failed that does not fail alone. */
const maxAttempts = 3
const dice = new Dice(Number(given.seed))

interface Drawn extends Fault {
  file: string
}

/** Draws files by their number of lines. The kinds of faults take turns. */
function drawFaults(count: number): Drawn[] {
  const files = [...new Bun.Glob('src/**/*.ts').scanSync({ cwd: root })]
    .filter((file) => !/^src\/web\/ui\/|embedded\.ts$|messages\.ts$|\.d\.ts$/.test(file))
    .toSorted()
  const lines = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map(() => file),
  )
  const drawn: Drawn[] = []
  while (drawn.length < count) {
    const file = dice.one(lines)
    const kind = faultKinds[drawn.length % faultKinds.length]!
    const faults = listFaults(file, readFileSync(join(root, file), 'utf8'), kind)
    if (faults.length > 0) drawn.push({ ...dice.one(faults), file })
  }
  return drawn
}

function prepareCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-mutation-'))
  // Some tests run a program as a user without rights, who must be able to read the source.
  chmodSync(folder, 0o711)
  const copy = join(folder, 'copy')
  expectSuccess(run(root, ['git', 'clone', '--quiet', root, copy]))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  expectSuccess(run(copy, [process.execPath, '.ci/api-types.ts']))
  // Without a fault, nothing may be found.
  expectSuccess(run(copy, checkTypes))
  return copy
}

const checkTypes = [process.execPath, 'check', '--no-script']

interface Result {
  isGreen: boolean
  output: string
}

function run(cwd: string, command: readonly string[]): Result {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], {
    cwd,
    env: { ...process.env, PATH: `${join(process.execPath, '..')}:${process.env['PATH']}` },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  return { isGreen: exitCode === 0, output: Bun.stripANSI(`${stdout}\n${stderr}`) }
}

function expectSuccess({ isGreen, output }: Result) {
  if (!isGreen) throw new Error(output)
}

/** The first failed test, so that a person can judge whether it failed because of the fault. */
const findFailedTest = (output: string) =>
  /^\(fail\) (.{1,100})/m.exec(output)?.[1] ?? 'no single test failed'

/** Returns which step of the gate fails, or undefined if all pass. The quickest come first. */
async function findFault(copy: string, file: string): Promise<string | undefined> {
  if (!run(copy, checkTypes).isGreen) return 'types'
  const code = await readCode()
  // The work tree may have changed since the copy was made.
  const isCopied = (one: string) => existsSync(join(copy, one))
  const affected = findAffectedTests([file], code).tests.filter(isCopied)
  const others = code.files.filter(
    (one) => one.endsWith('.test.ts') && !affected.includes(one) && isCopied(one),
  )
  const steps = [
    { name: 'tests of its module', isWanted: affected.length > 0, tests: ['--gate', ...affected] },
    { name: 'other tests', isWanted: !given.quick, tests: ['--gate', ...others] },
    {
      name: 'tests on PostgreSQL',
      isWanted: !given.quick,
      script: '.ci/postgres-ring.ts',
      dialect: 'postgres',
      tests: [],
    },
    { name: 'only test:all', isWanted: given.all, tests: [] },
    { name: 'only test:all, on PostgreSQL', isWanted: given.all, dialect: 'postgres', tests: [] },
  ]
  for (const { name, isWanted = true, script, dialect = 'sqlite', tests } of steps) {
    if (!isWanted) continue
    const found = findFailure(copy, dialect, { script, tests })
    if (found !== undefined) return `${name} (${found})`
  }
  return undefined
}

interface Selection {
  /** A script that chooses tests itself. */
  script?: string | undefined
  tests: string[]
}

/** Runs tests until one fails twice, the second time alone. */
function findFailure(
  copy: string,
  dialect: string,
  { script, tests }: Selection,
): string | undefined {
  const runTests = (files: string[]) =>
    run(copy, [process.execPath, '.ci/tests.ts', dialect, '--bail', ...files])
  for (let attempt = 1; ; attempt++) {
    const { isGreen, output } = script
      ? run(copy, [process.execPath, script, '--bail'])
      : runTests(tests)
    if (isGreen) return undefined
    const failed = findFailedTest(output)
    const file = /^(test\/.+\.test\.ts):$/m.exec(output)?.[1]
    if (file === undefined || attempt === maxAttempts || !runTests([file]).isGreen) return failed
    process.stdout.write(`Passed when repeated alone: ${failed} in ${file}\n`)
  }
}

const copy = prepareCopy()
try {
  let found = 0
  const faults = [...drawFaults(Number(given.count)).entries()]
    .map(([index, fault]) => ({ ...fault, number: index + 1 }))
    .filter(({ number }) => chosen?.includes(number) ?? true)
  for (const fault of faults) {
    const path = join(copy, fault.file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, applyFault(text, fault))
    const by = await findFault(copy, fault.file)
    writeFileSync(path, text)
    if (by !== undefined) found++
    const what = `${text.slice(fault.start, fault.end)} -> ${fault.replacement}`
      .replaceAll(/\s+/g, ' ')
      .slice(0, 120)
    process.stdout.write(
      `${fault.number}. ${by === undefined ? 'NOT FOUND' : `found by ${by}`}: ${fault.file}:${fault.line}, ${fault.kind}: ${what}\n`,
    )
  }
  process.stdout.write(`Seed ${given.seed}: ${found} of ${faults.length} found\n`)
} finally {
  rmSync(resolve(copy, '..'), { recursive: true, force: true })
}
