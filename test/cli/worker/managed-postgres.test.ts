/** Managed PostgreSQL servers often give a role access to its own database only. */
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dialect } from '../../../src/platform/db/dialect'
import { connectPostgres } from '../../../src/platform/db/postgres/postgres'
import { createPostgresDatabase, parsePostgresUrl } from '../../support/database'
import { end, endChildren, run, serve } from './children'
import { newInstallation } from './processes'

setDefaultTimeout(90_000)
afterEach(endChildren)

const role = 'own_database_only'

async function runSql(url: string, ...statements: string[]) {
  const client = connectPostgres({ ...parsePostgresUrl(url), maxConnections: 1 })
  for (const statement of statements) await client.unsafe(statement)
  await client.end()
}

describe.if(dialect === 'postgres')('a role that may connect to its own database only', () => {
  let url = ''
  beforeAll(async () => {
    url = await createPostgresDatabase()
    const name = new URL(url).pathname.slice(1)
    await runSql(
      url,
      `create role ${role} login`,
      `alter database ${name} owner to ${role}`,
      'revoke connect on database postgres from public',
    )
  })
  afterAll(() =>
    runSql(
      url,
      'grant connect on database postgres to public',
      `reassign owned by ${role} to current_user`,
      `drop owned by ${role}`,
      `drop role ${role}`,
    ),
  )

  test('starts with a new data folder and a new secret, and replaces the key', async () => {
    const installation = await newInstallation(
      {
        SERVICE_DATABASE__POSTGRES__USERNAME: role,
        SERVICE_DATABASE__POSTGRES__DATABASE: new URL(url).pathname.slice(1),
      },
      { isEmpty: true },
    )
    await end(await serve(installation))
    const newFolder = { SERVICE_DATA_DIR: mkdtempSync(join(tmpdir(), 'new-')) }
    await end(await serve(installation, newFolder))
    const newSecret = { SERVICE_AUTH__JWT_SECRET: 'a new secret that is long enough for a server' }
    await end(await serve(installation, { ...newFolder, ...newSecret }))
    const { child } = await run(installation, ['secrets', 'rotate'], { ...newFolder, ...newSecret })
    expect(await new Response(child.stderr).text()).toContain('No credentials are stored')
  })
})
