/**
 * Compares small requests to the compiled server with a bare Elysia server: `bun
 * test/bench/requests.ts`. See README.md.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Elysia } from 'elysia'
import { makeComics } from './support/comics'
import { printLine, printTable } from './support/figures'
import { sendRepeatedly } from './support/raw-client'
import { addLibrary, waitForScan, waitUntilIdle } from './support/scans'
import { Client, createFolder, processorTime, startServer } from './support/server'
import { findFreePort } from '../support/free-port'

const { values } = parseArgs({
  options: {
    binary: { type: 'string', default: 'dist/quire' },
    source: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    /** Runs the bare server on this port. */
    bare: { type: 'string' },
  },
})
const host = '127.0.0.1'

if (values.bare) {
  new Elysia()
    .get('/', () => ({ status: 'ok' as const }))
    .listen({ port: Number(values.bare), hostname: host })
} else {
  await measure()
}

interface Case {
  name: string
  pid: number
  port: number
  path: string
  status: number
  headers?: Record<string, string>
}

async function measure() {
  const folder = createFolder('bench-requests')
  const barePort = await findFreePort()
  const bare = Bun.spawn([process.execPath, import.meta.path, '--bare', String(barePort)])
  const server = await startServer({
    binary: values.source ? undefined : values.binary,
    dataDir: join(folder, 'data'),
    port: await findFreePort(),
  })
  try {
    const quire = { pid: server.pid, port: Number(new URL(server.url).port) }
    const cases: Case[] = [
      { name: 'bare Elysia', pid: bare.pid, port: barePort, path: '/', status: 200 },
      { name: '/health/live', ...quire, path: '/health/live', status: 200 },
      { name: '/health', ...quire, path: '/health', status: 200 },
      ...(await listImages(server.url, folder)).map((image) => ({ ...quire, ...image })),
    ].filter(({ name }, i) => i === 0 || name.includes(values.only))
    await compare(cases)
  } finally {
    bare.kill()
    await server.kill()
    rmSync(folder, { recursive: true })
  }
}

/** Pages and thumbnails, which the client has already. */
async function listImages(url: string, folder: string) {
  const books = join(folder, 'books')
  await makeComics(books, { books: 1, pages: 3, width: 1000, height: 1500 })
  const client = await Client.signIn(url)
  await waitForScan(client, await addLibrary(client, books))
  await waitUntilIdle(client)
  const [book] = (await client.need('GET', '/books?pageSize=1')).data
  const { key } = await client.need('POST', '/api-keys', { name: 'bench' })
  const describe = async (name: string, path: string) => {
    const { headers, status } = await client.call('GET', path)
    const etag = headers.get('etag')
    if (status !== 200 || !etag) throw new Error(`${path}: ${status}, ETag ${etag}`)
    const sent = { 'x-api-key': key as string, 'if-none-match': etag }
    return { name, path: `/api/v1${path}`, status: 304, headers: sent }
  }
  const page = `/books/${book.id}/pages/1`
  return [
    await describe('page, not modified', page),
    await describe('thumbnail, not modified', `/books/${book.id}/thumbnail`),
    {
      name: 'page image',
      path: `/api/v1${page}`,
      status: 200,
      headers: { 'x-api-key': key as string },
    },
  ]
}

/** All cases take turns, so that other load affects all alike. Prints the best round of each. */
async function compare(cases: readonly Case[]) {
  const best = cases.map(() => ({ perSecond: 0, microseconds: Infinity }))
  const seconds = Number(values.seconds)
  for (let round = 0; round <= Number(values.rounds); round++) {
    for (const [i, { pid, port, path, status, headers = {} }] of cases.entries()) {
      const before = processorTime([pid])
      const connections = Number(values.connections)
      const load = { host, port, path, headers, connections, seconds: round === 0 ? 1 : seconds }
      const count = await sendRepeatedly(load, status)
      if (round === 0) continue
      const microseconds = ((processorTime([pid]) - before) / count) * 1e6
      best[i]!.perSecond = Math.max(best[i]!.perSecond, count / seconds)
      best[i]!.microseconds = Math.min(best[i]!.microseconds, microseconds)
    }
  }
  const [floor] = best
  printTable(
    ['', 'per second', 'to floor', 'µs of processor', 'to floor'],
    cases.map(({ name }, i) => [
      name,
      best[i]!.perSecond.toFixed(0),
      (best[i]!.perSecond / floor!.perSecond).toFixed(2),
      best[i]!.microseconds.toFixed(1),
      (floor!.microseconds / best[i]!.microseconds).toFixed(2),
    ]),
  )
  printLine(`${values.connections} connections, best of ${values.rounds} rounds`)
}
