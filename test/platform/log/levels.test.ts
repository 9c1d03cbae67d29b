/** B1: log lines that a real server process writes at each level. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findLibraryId, newInstallation, remove, start } from '../../cli/worker/processes'
import type { Installation } from '../../cli/worker/processes'
import { Client, type Server } from '../../bench/support/server'
import { waitUntil } from '../../support/wait-until'

setDefaultTimeout(90_000)

interface Line {
  level: string
  msg: string
  code?: string
  params?: Record<string, unknown>
  [field: string]: unknown
}

let installation: Installation
let server: Server
let client: Client
let file: string

beforeAll(async () => {
  installation = await newInstallation({ SERVICE_LOGGING__LEVEL: 'trace' })
  file = join(installation.folder, 'quire.log')
  installation.env['SERVICE_LOGGING__FILE'] = file
  server = await start(installation)
  client = await Client.signIn(server.url)
})
afterAll(() => remove(installation, server))

/** Without a last line that is still being written. */
const readLines = () =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)

const findLine = (code: string) => readLines().find((line) => line.code === code)

describe('info', () => {
  test('B1: logs scans with their counts', async () => {
    const line = await waitUntil(() => findLine('scans.log.ended'))
    expect(line).toMatchObject({
      level: 'info',
      params: { added: installation.bookCount, changed: 0, moved: 0, missing: 0 },
      seconds: expect.any(Number),
    })
    expect(line.msg).toContain(`${installation.bookCount} added`)
  })

  test('B1: logs sign-ins and changes to users, keys, libraries and books', async () => {
    const bob = { username: 'bob', email: 'bob@example.org', password: 'correct horse' }
    const { id } = await client.need('POST', '/users', bob)
    await client.need('PATCH', `/users/${id}`, { role: 'maintainer' })
    await client.need('DELETE', `/users/${id}`)
    const key = await client.need('POST', '/api-keys', { name: 'phone' })
    await client.need('DELETE', `/api-keys/${key.id}`)
    const libraryId = await findLibraryId(client)
    await client.need('PATCH', `/libraries/${libraryId}`, { name: 'Comics' })
    const [book] = (await client.need('GET', '/books')).data
    await client.need('DELETE', `/books/${book.id}`)
    await client.need('DELETE', `/libraries/${libraryId}`)
    await client.need('POST', '/auth/logout')
    const codes = new Set(readLines().map(({ code }) => code))
    for (const code of [
      'accounts.log.signed_in',
      'accounts.log.account_created',
      'accounts.log.account_changed',
      'accounts.log.account_deleted',
      'accounts.log.key_created',
      'accounts.log.key_deleted',
      'accounts.log.signed_out',
      'libraries.log.created',
      'libraries.log.changed',
      'libraries.log.trashed',
      'trash.log.book_trashed',
    ]) {
      expect(codes).toContain(code)
    }
    expect(findLine('accounts.log.account_deleted')).toMatchObject({ params: { user: 'bob' } })
  })
})

test('B1: debug logs each request with id, route, status and milliseconds', async () => {
  const url = `${server.url}/api/v1/books/${Bun.randomUUIDv7()}`
  await fetch(url, { headers: { 'x-request-id': 'mine-1' } })
  const line = await waitUntil(() => readLines().find(({ requestId }) => requestId === 'mine-1'))
  expect(line).toMatchObject({
    level: 'debug',
    method: 'GET',
    route: '/api/v1/books/:id',
    status: '401',
    ms: expect.any(Number),
  })
})

test('B1: trace logs statements with their duration, without values', async () => {
  await fetch(`${server.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'somebody unusual', password: 'a wrong one' }),
  })
  const lines = await waitUntil(() => {
    const found = readLines().filter(({ level, sql }) => level === 'trace' && sql !== undefined)
    return found.some(({ sql }) => String(sql).includes('insert')) && found
  })
  expect(lines[0]).toMatchObject({ sql: expect.stringMatching(/\S/), ms: expect.any(Number) })
  expect(lines.some(({ sql }) => String(sql).startsWith('select'))).toBe(true)
  expect(JSON.stringify(lines)).not.toContain('somebody unusual')
})
