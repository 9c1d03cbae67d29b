/** `npm run e2e [FILE...]`: tests the built program in a real Chromium. */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../test/e2e/chromium'
import { type BrowserRing, browserFiles } from './browser-files'
import { retryFailures } from './retry'
import {
  check,
  forEachAtOnce,
  listFailures,
  type Outcome,
  runStages,
  skip,
  type Stage,
} from './steps'
import { findReport, runBunTest } from './tests'

/** One file with its browser and its program keeps one core busy. */
const filesAtOnce = availableParallelism()

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
