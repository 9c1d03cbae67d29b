/** `npm run e2e [FILE...]`: tests the built program in a real Chromium. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../test/e2e/chromium'
import { isInGate } from './browser-gate'
import { retryFailures } from './retry'
import {
  check,
  forEachAtOnce,
  listFailures,
  type Outcome,
  root,
  runStages,
  skip,
  type Stage,
} from './steps'
import { findReport, runBunTest } from './tests'

const folder = 'test/e2e'
/** One file with its browser and its program keeps one core busy. */
const filesAtOnce = availableParallelism()
/** The slowest tests start first, so that none of them runs alone at the end. */
const slowest = ['screens', 'offline-care', 'offline-books', 'offline-faults', 'accessibility']

interface Options {
  isBuilt: boolean
  /** `all` by default. */
  ring?: 'gate' | 'all'
  only?: string[]
}

export function e2eStages({ isBuilt, ring = 'all', only = [] }: Options): Stage[] {
  const build: Stage = [{ name: 'Build', run: () => check([process.execPath, '.ci/build.ts']) }]
  const run = async (): Promise<Outcome> => {
    // Some files need the full browser, and it can run all of them.
    if (!findChromium('full')) return skip('no Chromium was found; name one in QUIRE_CHROMIUM')
    const files = listFiles().filter((file) => ring === 'all' || isInGate(file))
    return runFiles(only.length > 0 ? only : files)
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

async function runFiles(paths: readonly string[]): Promise<Outcome> {
  const scratch = mkdtempSync(join(tmpdir(), 'quire-browser-'))
  /** Runs a file in its own process, with its own program, library and browser. */
  const run = async (path: string) => {
    const started = performance.now()
    const place = { env: {}, folder: scratch }
    const { reports, output, cpuSeconds } = await runBunTest([], [path], place)
    const report = findReport({ reports }, path)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const counts = `${report.passed} passed, ${report.failed.length} failed`
    const time = `${seconds} s, ${cpuSeconds.toFixed(0)} s of processor time`
    process.stdout.write(`${path}: ${counts} (${time})\n`)
    return { reports, output, cpuSeconds }
  }
  try {
    const runs = await forEachAtOnce(paths, run, filesAtOnce)
    const verdict = await retryFailures(
      runs.flatMap(({ reports }) => reports),
      { where: 'browser', rerun: async (file) => findReport(await run(file), file) },
    )
    const failed = runs.filter(({ reports }) => reports.some((one) => one.failed.length > 0))
    return {
      ...verdict,
      cpuSeconds: runs.reduce((total, one) => total + one.cpuSeconds, 0),
      output: verdict.failed > 0 ? failed.map(({ output }) => output).join('\n') : '',
      failures: verdict.failed > 0 ? failed.flatMap(({ output }) => listFailures(output)) : [],
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  await runStages(e2eStages({ isBuilt: false, only: process.argv.slice(2) }))
}
