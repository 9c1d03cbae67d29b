/**
 * `npm run test:release`: tests that need foreign programs, servers or packages. A test whose
 * program is missing is skipped with the reason.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { countTests, root, runStages, type Step } from './steps'

const folder = join('test', 'release')

const steps = readdirSync(join(root, folder))
  .filter((name) => name.endsWith('.release.ts'))
  .map((name): Step => {
    const path = `./${join(folder, name)}`
    return { name: path, run: () => countTests([process.execPath, 'test', path]) }
  })

await runStages(steps.map((step) => [step]))
