/** `bun run e2e [FILE...]`: tests the built program in a real Chromium. */
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../test/e2e/chromium'
import {
  check,
  countTests,
  forEachAtOnce,
  type Outcome,
  root,
  runStages,
  skip,
  type Stage,
} from './steps'

const folder = 'test/e2e'
/** Tests often wait, so two files for each core keep all cores busy (docs/measurements.md). */
const filesAtOnce = availableParallelism() * 2
/** The slowest tests start first, so that none of them runs alone at the end. */
const slowest = ['screens', 'offline-care', 'offline-books', 'offline-faults', 'accessibility']

interface Options {
  isBuilt: boolean
  /** `all` by default. */
  ring?: 'gate' | 'all'
  only?: string[]
}

export function e2eStages({ isBuilt, only = [] }: Options): Stage[] {
  const build: Stage = [{ name: 'Build', run: () => check([process.execPath, '.ci/build.ts']) }]
  const run = async (): Promise<Outcome> => {
    // Some files need the full browser, and it can run all of them.
    if (!findChromium('full')) return skip('no Chromium was found; name one in QUIRE_CHROMIUM')
    return runFiles(only.length > 0 ? only : listFiles())
  }
  return [...(isBuilt ? [] : [build]), [{ name: 'In a browser', run }]]
}

const listFiles = () =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.e2e.ts'))
    .toSorted()
    .toSorted((a, b) => rank(a) - rank(b))
    .map((name) => join(folder, name))

const rank = (name: string) => {
  const place = slowest.indexOf(name.replace('.e2e.ts', ''))
  return place < 0 ? slowest.length : place
}

/** Runs a file in its own process, with its own program, library and browser. */
async function runFile(path: string): Promise<Outcome> {
  const started = performance.now()
  const command = [process.execPath, 'test', '--timeout=60000', `./${path}`]
  const outcome = await countTests(command)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const counts = `${outcome.passed} passed, ${outcome.failed} failed`
  process.stdout.write(`${path}: ${counts} (${seconds} s)\n`)
  return outcome
}

async function runFiles(paths: readonly string[]): Promise<Outcome> {
  const outcomes = await forEachAtOnce(paths, runFile, filesAtOnce)
  const failed = outcomes.filter((outcome) => outcome.failed > 0)
  return {
    passed: outcomes.reduce((total, { passed }) => total + passed, 0),
    failed: failed.reduce((total, outcome) => total + outcome.failed, 0),
    output: failed.map(({ output }) => output).join('\n'),
    failures: failed.flatMap(({ failures = [] }) => failures),
  }
}

if (import.meta.main) {
  await runStages(e2eStages({ isBuilt: false, only: process.argv.slice(2) }))
}
