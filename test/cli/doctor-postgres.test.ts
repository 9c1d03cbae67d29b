/** `quire doctor` on PostgreSQL. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from '../../src/cli/doctor/doctor-finding'
import { findTool } from '../../src/platform/db/backups/postgres-tools'
import { dialect } from '../../src/platform/db/dialect'
import { createPostgresDatabase, parsePostgresUrl } from '../support/database'
import { programCommand } from '../support/program'

// Allows more time, because each test starts a program and creates a database.
setDefaultTimeout(60_000)

const createFolder = () => mkdtempSync(join(tmpdir(), 'cli-'))

/** Runs `quire doctor` with a PATH that contains only a pg_dump of this version. */
async function runDoctor(pgDumpMajor: number): Promise<Finding[]> {
  const programs = createFolder()
  const script = `#!/bin/sh\necho "pg_dump (PostgreSQL) ${pgDumpMajor}.1"\n`
  for (const tool of ['pg_dump', 'pg_restore']) {
    writeFileSync(join(programs, tool), script, { mode: 0o755 })
  }
  const { host, port, username, password, database } = parsePostgresUrl(
    await createPostgresDatabase(),
  )
  const child = Bun.spawn([...programCommand, 'doctor', '--json'], {
    cwd: createFolder(),
    env: {
      PATH: programs,
      SERVICE_DATABASE__TYPE: 'postgres',
      SERVICE_DATABASE__POSTGRES__HOST: host,
      SERVICE_DATABASE__POSTGRES__PORT: String(port),
      SERVICE_DATABASE__POSTGRES__USERNAME: username,
      SERVICE_DATABASE__POSTGRES__PASSWORD: password,
      SERVICE_DATABASE__POSTGRES__DATABASE: database,
      SERVICE_AUTH__JWT_SECRET: 'a secret for tests that is long enough to be one',
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const { findings } = (await new Response(child.stdout).json()) as { findings: Finding[] }
  expect(findings).toContainEqual(expect.objectContaining({ check: 'database', state: 'ok' }))
  return findings.filter(({ check }) => check === 'backups')
}

describe.skipIf(dialect !== 'postgres')('E16: doctor', () => {
  test('accepts a pg_dump that is as new as the server', async () => {
    expect(await runDoctor(99)).toMatchObject([{ check: 'backups', state: 'ok' }])
  })

  // Skipped if the system has a newer pg_dump outside PATH, which doctor would find.
  test.skipIf(findTool('pg_dump', 18) !== undefined)(
    'warns when pg_dump is older than the server, and names the version to install',
    async () => {
      expect(await runDoctor(9)).toEqual([
        {
          check: 'backups',
          state: 'warning',
          message: expect.stringMatching(
            /^PostgreSQL \d+ needs client programs of the same version or newer, but this machine has: pg_dump \d+, /,
          ),
          advice: expect.stringMatching(/PostgreSQL's client programs, version \d+ or newer/),
        },
      ])
    },
  )
})
