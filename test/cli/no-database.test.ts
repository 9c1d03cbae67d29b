/** Only `serve` and `migrate` create a database. Other commands in an empty folder create nothing. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dialect } from '../../src/platform/db/dialect'
import { createPostgresDatabase, parsePostgresUrl } from '../support/database'
import { programCommand } from '../support/program'

// Each test starts a program.
setDefaultTimeout(60_000)

async function buildEnvironment(): Promise<Record<string, string>> {
  if (dialect === 'sqlite') return {}
  const url = parsePostgresUrl(await createPostgresDatabase())
  return {
    SERVICE_DATABASE__TYPE: 'postgres',
    SERVICE_DATABASE__POSTGRES__HOST: url.host,
    SERVICE_DATABASE__POSTGRES__PORT: String(url.port),
    SERVICE_DATABASE__POSTGRES__USERNAME: url.username,
    SERVICE_DATABASE__POSTGRES__PASSWORD: url.password,
    SERVICE_DATABASE__POSTGRES__DATABASE: url.database,
    SERVICE_AUTH__JWT_SECRET: 'a secret for tests that is long enough to be one',
  }
}

async function run(folder: string, words: readonly string[], env: Record<string, string>) {
  const child = Bun.spawn([...programCommand, ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdin: new Blob(['a good password\n']),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, text: out + err }
}

const commands = [
  { words: ['user', 'create', 'eve', 'eve@example.org'] },
  { words: ['user', 'list'] },
  { words: ['scan'] },
  { words: ['plugin', 'list'] },
  { words: ['provider', 'test', 'anilist'] },
  { words: ['backup', 'create'] },
  { words: ['secrets', 'rotate'] },
  ...(dialect === 'postgres' ? [{ words: ['worker'] }] : []),
]

test.each(commands)('"quire $words" creates nothing and names quire migrate', async ({ words }) => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-empty-'))
  try {
    const { code, text } = await run(folder, words, await buildEnvironment())
    expect([code, text]).toEqual([65, expect.stringContaining('quire migrate')])
    expect(readdirSync(folder)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('after quire migrate, an account can be created', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-migrated-'))
  const env = await buildEnvironment()
  try {
    expect(await run(folder, ['migrate', '--no-backup'], env)).toMatchObject({ code: 0 })
    const created = await run(folder, ['user', 'create', 'eve', 'eve@example.org'], env)
    expect(created).toMatchObject({ code: 0, text: expect.stringContaining('Created user eve') })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

// PostgreSQL has no file.
test.if(dialect === 'sqlite')('an empty database file is not filled', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-blank-'))
  try {
    writeFileSync(join(folder, 'quire.db'), '')
    const words = ['user', 'list', '--data-dir', folder]
    expect(await run(folder, words, {})).toMatchObject({ code: 65 })
    expect(Bun.file(join(folder, 'quire.db')).size).toBe(0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
