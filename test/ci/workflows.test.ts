/** The workflows of the code host, which cannot be run here. */
import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import manifest from '../../package.json' with { type: 'json' }

interface Step {
  uses?: string
  run?: string
}
interface Workflow {
  permissions: Record<string, string>
  jobs: Record<string, { container?: string | { image: string }; steps: Step[] }>
}

const folder = join(import.meta.dir, '../../.github/workflows')
const names = readdirSync(folder)
const read = (name: string) => parse(readFileSync(join(folder, name), 'utf8')) as Workflow
const listSteps = (name: string) => Object.values(read(name).jobs).flatMap(({ steps }) => steps)

test.each(names)('%s may only read, and pins every action to a commit', (name) => {
  expect(read(name).permissions).toEqual({ contents: 'read' })
  const actions = listSteps(name).flatMap(({ uses }) => uses ?? [])
  expect(actions.length).toBeGreaterThan(0)
  expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([])
})

test.each(names)('%s calls only scripts that exist', (name) => {
  const text = listSteps(name)
    .map(({ run }) => run ?? '')
    .join('\n')
  const scripts = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script!)
  expect(scripts.filter((script) => !(script in manifest.scripts))).toEqual([])
})

test('a release is made on Debian, whose packages are in the image', () => {
  const { container, steps } = read('release.yml').jobs['release']!
  expect(container).toMatchObject({ image: 'debian:12' })
  // Without git, the checkout has no history.
  const checkout = steps.findIndex(({ uses }) => uses?.startsWith('actions/checkout'))
  const before = steps
    .slice(0, checkout)
    .map(({ run }) => run ?? '')
    .join('\n')
  for (const program of ['git', 'rpm', 'cpio', 'zip', 'chromium']) expect(before).toContain(program)
  expect(before).not.toContain('sudo')
})

test('the gate runs on Debian as root, so that it can install the browser', () => {
  const { container, steps } = read('ci.yml').jobs['test']!
  expect(container).toMatch(/^node:\d+-bookworm$/)
  const commands = steps.map(({ run }) => run ?? '')
  expect(commands.findIndex((run) => run.includes('safe.directory'))).toBeGreaterThan(0)
  expect(commands.at(-1)).toBe('bash .ci/run')
})
