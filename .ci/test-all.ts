/**
 * `npm run test:all [SEED]`: runs every test on both databases, with a new random seed unless one
 * is given. A green run of a clean checkout is noted in test/last-green.json.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { quarantine } from '../test/quarantine'
import { findQuarantineProblems } from './quarantine'
import { readCode } from './affected-tests'
import { buildStages, program, sideSteps } from './checks'
import { greenRunPath, type GreenRun } from './choose-share'
import { findDatabaseTests } from './database-tests'
import { e2eStages } from './e2e'
import { checkRing, emptyRecords, recordsFolder } from './postgres-ring'
import { checkQuickInClone } from './quick-in-clone'
import { type Outcome, root, runStages, setLimit, type Stage } from './steps'
import { runTests } from './tests'

const limitMinutes = 40
const seed = Number(process.argv[2] ?? Math.floor(Math.random() * 2 ** 31))

function listStages(): Stage[] {
  return [
    ...buildStages(),
    [{ name: 'Quarantine', run: checkQuarantine }],
    [
      {
        name: 'Tests on SQLite',
        run: () => runTests('sqlite', { program, seed, updateTimings: true }),
      },
      ...sideSteps(),
    ],
    [
      { name: 'Tests on PostgreSQL', run: runPostgres },
      { name: 'Quick checks in a fresh clone', run: checkQuickInClone },
    ],
    [
      ...e2eStages({ isBuilt: true, ring: 'all' }).flat(),
      // Mostly waits for its many files to load.
      { name: 'Single tests of the PostgreSQL ring', run: () => checkRing({ program, seed }) },
    ],
  ]
}

async function runPostgres(): Promise<Outcome> {
  emptyRecords()
  const files = findDatabaseTests(await readCode())
  return runTests('postgres', { program, seed, files, recordStatements: recordsFolder })
}

const exists = (file: string) => existsSync(join(root, file))

async function checkQuarantine(): Promise<Outcome> {
  const problems = findQuarantineProblems(quarantine, { now: new Date(), exists })
  return { passed: 0, failed: problems.length, output: problems.join('\n') }
}

const git = (args: string[]) =>
  Bun.spawnSync(['git', ...args], { cwd: root })
    .stdout.toString()
    .trim()

/** Returns undefined if tracked files differ from the commit, so that it was not what was tested. */
function findTestedCommit(): string | undefined {
  const changed = git(['status', '--porcelain', '--untracked-files=no'])
  const isClean = changed.split('\n').every((line) => line === '' || line.endsWith('timings.json'))
  return isClean ? git(['rev-parse', 'HEAD']) : undefined
}

setLimit(limitMinutes)
process.stdout.write(`Seed ${seed}\n`)
const started = performance.now()
const commit = findTestedCommit()
const isGreen = await runStages(listStages())
process.stdout.write(`Seed ${seed}\n`)
if (isGreen && commit) {
  const minutes = Math.round((performance.now() - started) / 6_000) / 10
  const run: GreenRun = { commit, date: new Date().toISOString(), seed, minutes }
  await Bun.write(greenRunPath, `${JSON.stringify(run, undefined, 2)}\n`)
  process.stdout.write('test/last-green.json names this commit now. Commit the file.\n')
}
