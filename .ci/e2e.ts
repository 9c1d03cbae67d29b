/** `bun run e2e`: what people see, in a real Chromium against the built program. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { check, countTests, type Outcome, root, runSteps, skip, type Step } from './steps'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const files = readdirSync(join(root, 'test/e2e'))
  .filter((name) => name.endsWith('.e2e.ts'))
  .map((name) => `./test/e2e/${name}`)

export function e2eSteps({ isBuilt }: { isBuilt: boolean }): Step[] {
  const chromium =
    process.env['QUIRE_CHROMIUM'] ?? names.map((name) => Bun.which(name)).find(Boolean)
  const build: Step = { name: 'Build', run: () => check([process.execPath, '.ci/build.ts']) }
  const run = async (): Promise<Outcome> => {
    if (!chromium) return skip('no Chromium was found; name one in QUIRE_CHROMIUM')
    // A browser on a busy machine may be late once. What passes only then is named in the summary.
    const command = [process.execPath, 'test', '--retry=1', ...files]
    return countTests(command, { QUIRE_CHROMIUM: chromium })
  }
  return [...(isBuilt ? [] : [build]), { name: 'In a browser', run }]
}

if (import.meta.main) await runSteps(e2eSteps({ isBuilt: false }))
