/**
 * `npm run test:release`: tests that need foreign programs, servers or packages, or the files that
 * `npm run release` made. A test whose program is missing is skipped with the reason.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ReleaseTests, reportVariable } from './release/report'
import { countTests, type Outcome, root, runStages, type Step } from './steps'
import { parseTestNames } from './test-reports'

const folder = join('test', 'release')
const results: ReleaseTests = { passed: [], skipped: [] }

const steps = readdirSync(join(root, folder))
  .filter((name) => name.endsWith('.release.ts'))
  .map((name): Step => {
    const path = `./${join(folder, name)}`
    return { name: path, run: () => runFile(path) }
  })

async function runFile(path: string): Promise<Outcome> {
  const report = join(root, '.cache', 'test-release.xml')
  mkdirSync(dirname(report), { recursive: true })
  rmSync(report, { force: true })
  const reporter = ['--reporter=junit', `--reporter-outfile=${report}`]
  const outcome = await countTests([process.execPath, 'test', ...reporter, path])
  if (!existsSync(report)) return outcome
  const names = parseTestNames(readFileSync(report, 'utf8'))
  const skipped = names.skipped.map(joinGroups)
  results.passed.push(...names.passed.map(joinGroups))
  results.skipped.push(...skipped)
  const notRun = skipped.map((name) => `not tested: ${name}`).join('\n')
  return { ...outcome, output: [outcome.output, notRun].filter(Boolean).join('\n') }
}

/** The names of groups and tests are written so that they make a sentence. */
function joinGroups(name: string) {
  return name.replaceAll(' > ', ' ')
}

const isGreen = await runStages(steps.map((step) => [step]))
const target = process.env[reportVariable]
if (isGreen && target) writeFileSync(target, `${JSON.stringify(results, undefined, 2)}\n`)
