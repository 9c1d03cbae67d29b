/** `bun run e2e [FILE...]`: what people see, in a real Chromium against the built program. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { check, countTests, type Outcome, root, runSteps, skip, type Step } from './steps'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const folder = 'test/e2e'

export function e2eSteps({ isBuilt, only = [] }: { isBuilt: boolean; only?: string[] }): Step[] {
  const chromium =
    process.env['QUIRE_CHROMIUM'] ?? names.map((name) => Bun.which(name)).find(Boolean)
  const build: Step = { name: 'Build', run: () => check([process.execPath, '.ci/build.ts']) }
  const run = async (): Promise<Outcome> => {
    if (!chromium) return skip('no Chromium was found; name one in QUIRE_CHROMIUM')
    return runFiles(only.length > 0 ? only : files(), chromium)
  }
  return [...(isBuilt ? [] : [build]), { name: 'In a browser', run }]
}

const files = () =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.e2e.ts'))
    .toSorted()
    .map((name) => join(folder, name))

/**
 * Each file in a process of its own. A browser on a busy machine may be late once: a file that fails is
 * tried a second time, with a program and a library of its own, and the summary names it.
 */
async function runFiles(paths: readonly string[], chromium: string): Promise<Outcome> {
  const total = { passed: 0, failed: 0, again: [] as string[], words: [] as string[] }
  for (const path of paths) {
    process.stdout.write(`\n${path}\n`)
    const attempt = () =>
      countTests([process.execPath, 'test', '--timeout=60000', `./${path}`], {
        QUIRE_CHROMIUM: chromium,
      })
    const first = await attempt()
    const last = first.failed > 0 ? await attempt() : first
    total.passed += last.passed
    total.failed += last.failed
    total.words.push(...(first.words ?? []))
    if (first.failed > 0 && last.failed === 0) total.again.push(path)
  }
  return total
}

if (import.meta.main) {
  await runSteps(e2eSteps({ isBuilt: false, only: process.argv.slice(2) }))
}
