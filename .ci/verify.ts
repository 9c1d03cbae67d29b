/**
 * `npm run verify`: runs the gate without the browser. `--quick` runs what a change in one module
 * most likely breaks, in less than a minute.
 */
import { affectsScreens, findAffectedTests, findChangedFiles, readCode } from './affected-tests'
import { apiTypes, buildStages, format, lint, program, screens, sideSteps, types } from './checks'
import { chooseShare } from './choose-share'
import { chooseFiles } from './long-files'
import { runRing, selectGateRing } from './postgres-ring'
import { runStages, type Stage } from './steps'
import { listTestFiles, runTests } from './tests'

export function verifyStages(): Stage[] {
  return [
    ...buildStages(),
    [
      {
        name: 'Tests on SQLite',
        run: async () => {
          const share = await chooseShare()
          const files = await chooseFiles(listTestFiles(), share)
          return runTests('sqlite', { program, share, files })
        },
      },
      ...sideSteps(),
    ],
    [
      {
        name: 'Tests on PostgreSQL',
        run: async () => runRing(await selectGateRing(await chooseShare()), { program }),
      },
    ],
  ]
}

function quickStages(): Stage[] {
  return [
    [apiTypes],
    [{ name: 'Tests of what changed, on SQLite', run: runAffectedTests }, lint, types, format],
    ...(affectsScreens(findChangedFiles()) ? [[screens]] : []),
  ]
}

async function runAffectedTests() {
  const { modules, tests } = findAffectedTests(findChangedFiles(), await readCode())
  const files = [...new Set(['test/architecture.test.ts', ...tests])]
  const outcome = await runTests('sqlite', { files, share: await chooseShare() })
  const output = [`Modules: ${modules.join(', ') || 'none'}`, outcome.output].join('\n')
  return { ...outcome, output }
}

if (import.meta.main) {
  await runStages(process.argv.includes('--quick') ? quickStages() : verifyStages())
}
