/** `bun run e2e [FILE...]`: tests the built program in a real Chromium. */
import { findChromium } from '../test/e2e/chromium'
import { type BrowserRing, browserFiles } from './browser-files'
import {
  check,
  countTests,
  forEachAtOnce,
  type Outcome,
  runStages,
  skip,
  type Stage,
} from './steps'

interface Options {
  isBuilt: boolean
  ring?: BrowserRing
  /** Runs these files instead of a ring. */
  only?: string[]
}

export function e2eStages({ isBuilt, ring = 'all', only = [] }: Options): Stage[] {
  const build: Stage = [{ name: 'Build', run: () => check([process.execPath, '.ci/build.ts']) }]
  const run = async (): Promise<Outcome> => {
    // Some files need the full browser, and it can run all of them.
    if (!findChromium('full')) return skip('no Chromium was found; name one in QUIRE_CHROMIUM')
    return runFiles(only.length > 0 ? only : browserFiles(ring))
  }
  return [...(isBuilt ? [] : [build]), [{ name: 'In a browser', run }]]
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

/** Runs as many files at once as there are cores. */
async function runFiles(paths: readonly string[]): Promise<Outcome> {
  const outcomes = await forEachAtOnce(paths, runFile)
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
