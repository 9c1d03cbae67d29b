/** Processes of two versions on one PostgreSQL while the newer one migrates it. */
import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Subprocess } from 'bun'
import { resolve } from 'node:path'
import { dialect } from '../../../src/platform/db/dialect'
import { postgres } from '../../../src/platform/db/migrations/embedded'
import { connectPostgres } from '../../../src/platform/db/postgres/postgres'
import { waitUntil } from '../../support/wait-until'
import { end, endChildren, run, serve } from './children'
import { type Installation, newInstallation, readOptions } from './processes'

setDefaultTimeout(180_000)
afterEach(endChildren)

const newerSchema = resolve(import.meta.dir, '../update/newer-schema.ts')
const source = resolve(import.meta.dir, '../../../src/main.ts')
/** The source, because the built program cannot have other migrations. */
const older = [process.execPath, source]
const newer = [process.execPath, '--preload', newerSchema, source]

const current = postgres.at(-1)!.tag
const expand = {
  tag: '9001_expand',
  sql: `-- Oldest program that may run: ${current}\nalter table users add column new_name text`,
}
const unmarked = { tag: '9002_replace', sql: 'alter table installation add column other text' }

const withMigrations = (...migrations: { tag: string; sql: string }[]) => ({
  QUIRE_TEST_MIGRATIONS: JSON.stringify(migrations),
})

const createInstallation = () =>
  newInstallation({ SERVICE_JOBS__WORKER: 'false' }, { isEmpty: true })

async function runToEnd(
  installation: Installation,
  words: string[],
  { env = {}, program = newer }: { env?: Record<string, string>; program?: string[] } = {},
) {
  const { child } = await run(installation, words, env, program)
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { out, err, code }
}

const migrate = ['migrate', '--no-backup']

async function queryDatabase(installation: Installation, text: string) {
  const client = connectPostgres(readOptions(installation))
  try {
    return await client.unsafe(text)
  } finally {
    await client.end()
  }
}

const readTags = async (installation: Installation) =>
  (await queryDatabase(installation, 'select tag from schema_migrations order by position')).map(
    ({ tag }) => tag as string,
  )

/** Collects the log of a child, which would stop if nobody read it. */
function collectLog({ stdout }: Subprocess<'ignore', 'pipe', 'pipe'>) {
  const log = { text: '' }
  void stdout.pipeTo(
    new WritableStream({ write: (part) => void (log.text += Buffer.from(part).toString()) }),
  )
  return log
}

describe.skipIf(dialect === 'sqlite')('a newer version beside an older one', () => {
  test('adds to the database while the older one serves, and both go on', async () => {
    const installation = await createInstallation()
    const before = await serve(installation, {}, older)
    const env = withMigrations(expand)
    const plan = await runToEnd(installation, ['migrate', '--dry-run'], { env })
    expect(plan.out).toContain(
      `${expand.tag} (while servers and workers that know ${current} are running)`,
    )
    expect(await runToEnd(installation, migrate, { env })).toMatchObject({ code: 0, err: '' })
    const after = await serve(installation, env, newer)
    expect(await readTags(installation)).toEqual([current, expand.tag])
    expect([before.exitCode, after.exitCode]).toEqual([null, null])

    // The older version can also be started again.
    await end(before)
    const again = await serve(installation, {}, older)
    expect(again.exitCode).toBeNull()
    const same = await runToEnd(installation, migrate, { program: older })
    expect([same.code, same.out]).toEqual([
      0,
      expect.stringContaining('A newer version of Quire has added to the database'),
    ])
  })

  test('waits for the older one to stop before a change that it cannot use', async () => {
    const installation = await createInstallation()
    const before = await serve(installation, {}, older)
    const env = withMigrations(unmarked)
    const plan = await runToEnd(installation, ['migrate', '--dry-run'], { env })
    expect(plan.out).toContain(`${unmarked.tag} (after all older servers and workers have stopped)`)
    expect(plan.out).toContain('Older processes that are running and must stop first: 1')

    const { child } = await run(installation, migrate, env, newer)
    const log = collectLog(child)
    await waitUntil(() => log.text.includes('waiting up to 60 seconds for 1 older process'))
    expect(await readTags(installation)).toEqual([current])
    await end(before)
    expect(await child.exited).toBe(0)
    expect(await readTags(installation)).toEqual([current, unmarked.tag])

    const refused = await runToEnd(installation, ['serve'], { program: older })
    expect([refused.code, refused.err]).toEqual([
      65,
      expect.stringContaining('newer version of Quire'),
    ])
  })

  test('may drop what only versions before the last one used', async () => {
    const installation = await createInstallation()
    const contract = {
      tag: '9003_contract',
      sql: `-- Oldest program that may run: ${expand.tag} (it does not read the column)\nalter table users drop column new_name`,
    }
    await runToEnd(installation, migrate, { env: withMigrations(expand) })
    const switched = await serve(installation, withMigrations(expand), newer)
    const env = withMigrations(expand, contract)
    const plan = await runToEnd(installation, ['migrate', '--dry-run'], { env })
    expect(plan.out).toContain(
      `${contract.tag} (while servers and workers that know ${expand.tag} are running)`,
    )
    expect(plan.out).toContain('Older processes that are running and must stop first: 0')
    expect((await runToEnd(installation, migrate, { env })).code).toBe(0)
    expect(switched.exitCode).toBeNull()
    expect((await runToEnd(installation, ['serve'], { program: older })).code).toBe(65)
  })

  test('an older process that was cut off during the change stops', async () => {
    const installation = await createInstallation()
    const before = await serve(installation, { SERVICE_LOGGING__LEVEL: 'info' }, older)
    const log = collectLog(before)
    await waitUntil(() => log.text.includes('is ready at'))
    before.kill('SIGSTOP')
    const count = `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and application_name like 'quire %'
        and pid <> pg_backend_pid()`
    await queryDatabase(
      installation,
      count.replace('count(*)::int', 'count(pg_terminate_backend(pid))::int'),
    )
    await waitUntil(async () => (await queryDatabase(installation, count))[0]!['n'] === 0)
    const done = await runToEnd(installation, migrate, { env: withMigrations(unmarked) })
    expect([done.code, done.err]).toEqual([0, ''])
    before.kill('SIGCONT')
    expect(await before.exited).toBe(65)
    expect(await new Response(before.stderr).text()).toContain('newer version of Quire')
  })
})
