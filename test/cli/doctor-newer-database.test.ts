/** `quire doctor` on a database to which a newer version has added. */
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { resolve } from 'node:path'
import { dialect } from '../../src/platform/db/dialect'
import { postgres, sqlite } from '../../src/platform/db/migrations/embedded'
import { endChildren, run } from './worker/children'
import { type Installation, newInstallation } from './worker/processes'

setDefaultTimeout(60_000)
afterEach(endChildren)

const newerSchema = resolve(import.meta.dir, 'update/newer-schema.ts')
const source = resolve(import.meta.dir, '../../src/main.ts')
const current = (dialect === 'sqlite' ? sqlite : postgres).at(-1)!.tag
const expand = {
  tag: '9001_expand',
  sql: `-- Oldest program that may run: ${current}\nalter table users add column new_name text`,
}

async function readOutput(installation: Installation, words: string[], program?: string[]) {
  const env = { QUIRE_TEST_MIGRATIONS: JSON.stringify([expand]) }
  const { child } = await run(installation, words, env, program)
  return new Response(child.stdout).text()
}

test('says the same as "quire migrate --dry-run"', async () => {
  const installation = await newInstallation({}, { isEmpty: true })
  const migrate = ['migrate', '--no-backup']
  await readOutput(installation, migrate, [process.execPath, '--preload', newerSchema, source])
  const message =
    'A newer version of Quire has added to the database. This version can still use it.'
  expect(await readOutput(installation, ['migrate', '--dry-run'])).toBe(`${message}\n`)
  const { findings } = JSON.parse(await readOutput(installation, ['doctor', '--json']))
  expect(findings).toContainEqual({ check: 'migrations', state: 'ok', message })
})
