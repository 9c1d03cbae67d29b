/**
 * `npm run release:fixture`: writes the fixture of this version. Starts the program on both
 * databases, lets it scan a library, and reads in it. Needs a PostgreSQL server with its client
 * programs (`apt install postgresql`).
 */
import { Database } from 'bun:sqlite'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { release } from '../../src/version'
import { findPrograms, startServer as startPostgres } from '../admin/backup/postgres-server'
import { Client, startServer } from '../bench/support/server'
import { findFreePort } from '../support/free-port'
import { makeShelf } from '../support/make/shelves'
import { waitUntil } from '../support/wait-until'
import { type Dialect, fixtureNames, fixtures, getExpectedName, readExport } from './fixture'

const root = resolve(import.meta.dir, '../..')
const folder = mkdtempSync(join(tmpdir(), 'fixture-'))
const target = join(fixtures, release)

async function main() {
  const programs = findPrograms()
  if (!programs) throw new Error('PostgreSQL is not installed: apt install postgresql')
  mkdirSync(target, { recursive: true })
  const library = join(folder, 'books')
  mkdirSync(library)
  await makeShelf(library, { folders: 2, books: 3, pages: 12 })

  const sqlite = join(folder, 'sqlite')
  await fill('sqlite', { SERVICE_DATA_DIR: sqlite }, library)
  const copy = join(folder, 'copy.db')
  const connection = new Database(join(sqlite, 'quire.db'))
  connection.run(`vacuum into '${copy}'`)
  connection.close()
  write('sqlite', new Uint8Array(await Bun.file(copy).arrayBuffer()))

  const server = await startPostgres(programs)
  try {
    await server.run('postgres', 'create database quire')
    const { host, port, username } = server.options('quire')
    const env = {
      SERVICE_DATA_DIR: join(folder, 'postgres'),
      SERVICE_AUTH__JWT_SECRET: 'a secret for fixtures that is long enough to be one',
      SERVICE_DATABASE__TYPE: 'postgres',
      SERVICE_DATABASE__POSTGRES__HOST: host,
      SERVICE_DATABASE__POSTGRES__PORT: String(port),
      SERVICE_DATABASE__POSTGRES__USERNAME: username,
      SERVICE_DATABASE__POSTGRES__DATABASE: 'quire',
      SERVICE_DATABASE__POSTGRES__SSL_MODE: 'disable',
    }
    await fill('postgres', env, library)
    const options = [`--host=${host}`, `--port=${port}`, `--username=${username}`]
    const dump = [join(programs, 'pg_dump'), ...options, '--inserts', '--no-owner', 'quire']
    const text = run(dump, {})
    // Newer versions of pg_dump write commands that only psql knows.
    write('postgres', Buffer.from(text.replace(/^\\.*\n/gm, '')))
  } finally {
    await server.stop()
  }
  run([process.execPath, 'fmt', target], {})
  process.stdout.write(`Wrote ${target}\n`)
}

const write = (dialect: Dialect, data: Uint8Array) =>
  writeFileSync(join(target, fixtureNames[dialect]), gzipSync(data, { level: 9 }))

function run(command: string[], env: Record<string, string>): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, {
    cwd: folder,
    env: { ...process.env, ...env },
    stderr: 'pipe',
  })
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stderr.toString()}`)
  return stdout.toString()
}

/** Leaves the database with something in it, and writes what an export has to contain. */
async function fill(dialect: Dialect, env: Record<string, string>, library: string) {
  const dataDir = env['SERVICE_DATA_DIR']!
  const start = { dataDir, port: await findFreePort() }
  const server = await startServer({ ...start, env: { ...env, SERVICE_SETUP__LIBRARY: library } })
  try {
    const client = await Client.signIn(server.url)
    await waitUntil(async () => (await client.need('GET', '/books')).total === 6)
    await waitUntil(async () => {
      const { pending, processing } = await client.need('GET', '/tasks/stats')
      return pending + processing === 0
    })
    await readBooks(client)
  } finally {
    await server.kill('SIGTERM')
  }
  const exported = join(folder, `export-${dialect}`)
  run([process.execPath, join(root, 'src/main.ts'), 'export', '--to', exported], env)
  const expected = JSON.stringify(readExport(exported), undefined, 1)
  writeFileSync(join(target, getExpectedName(dialect)), `${expected}\n`)
}

async function readBooks(client: Client) {
  const { data } = (await client.need('GET', '/books')) as {
    data: { id: string; seriesId: string }[]
  }
  const [first, second, third] = data.map(({ id }) => `/books/${id}`)
  const [{ id, seriesId } = { id: '', seriesId: '' }] = data
  await client.need('POST', `${first}/read`)
  await client.need('PUT', `${first}/progress`, { currentPage: 1 })
  await client.need('POST', `${second}/read`)
  await client.need('PUT', `${third}/progress`, { currentPage: 5 })
  await client.need('POST', `${third}/bookmarks`, { page: 3, note: 'The turn' })
  await client.need('PUT', `${first}/rating`, { rating: 73, notes: 'fine' })
  await client.need('PUT', `/series/${seriesId}/rating`, { rating: 90 })
  await client.need('POST', '/want-to-read', { bookId: id })
  await client.need('POST', '/want-to-read', { seriesId })
  await client.need('PUT', '/preferences?scope=user', { preferences: { 'reader.fit': 'width' } })
  const collection = await client.need('POST', '/collections', { name: 'Dark' })
  await client.need('POST', `/collections/${collection.id}/series`, { seriesIds: [seriesId] })
  const list = await client.need('POST', '/readlists', { name: 'Order', ordered: true })
  await client.need('POST', `/readlists/${list.id}/books`, { bookIds: [id] })
  await client.need('PATCH', `/series/${seriesId}/metadata`, { summary: 'Edited by hand' })
}

try {
  await main()
} finally {
  rmSync(folder, { recursive: true })
}
