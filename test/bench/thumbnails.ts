/**
 * Compares unchanged thumbnails (304) with a bare server that returns 304: `bun
 * test/bench/thumbnails.ts`. See README.md.
 */
import { parseArgs } from 'node:util'
import { eq } from 'drizzle-orm'
import { thumbnails } from '../../src/artwork/thumbnails/schema'
import { startTestServer } from '../support/server'
import { seedBook, seedLibrary, seedSeries } from '../support/seed'
import { type Figures, ms, ratio, printLine, printTable, measureRuns } from './support/figures'

interface Started {
  api: string
  bare: string
  book: string
  series: string
  etag: string
  all: string
  restricted: string
}

const { values } = parseArgs({
  options: { serve: { type: 'boolean' }, runs: { type: 'string', default: '2000' } },
})
await (values.serve ? serve() : measure(Number(values.runs)))

/** Runs the server in a separate process, so that the client does not affect the measurement. */
async function serve() {
  const server = await startTestServer({ 'api.rate_limit.enabled': 'false' })
  const library = await seedLibrary(server)
  const series = await seedSeries(server, library)
  const book = await seedBook(server, series)
  const hash = 'a'.repeat(32)
  const madeAt = new Date()
  await server.addUser('guest', 'reader')
  await server.call('PUT', `/users/${server.getUserId('guest')}/libraries`, {
    as: 'ada',
    body: { libraryIds: [library.id] },
  })
  await server.ctx.write((tx) => tx.delete(thumbnails).where(eq(thumbnails.ownerId, book.id)))
  await server.ctx.write((tx) =>
    tx.insert(thumbnails).values({
      ownerId: book.id,
      ownerKind: 'book',
      shard: book.id.slice(-2),
      state: 'made',
      hash,
      width: 320,
      height: 480,
      bytes: 20_000,
      madeAt,
    }),
  )
  const common = { port: 0, hostname: '127.0.0.1' }
  const app = Bun.serve({ ...common, fetch: (request) => server.app.handle(request) })
  const bare = Bun.serve({ ...common, fetch: () => new Response(null, { status: 304 }) })
  const started: Started = {
    api: new URL('/api/v1', app.url).href,
    bare: bare.url.href,
    book: book.id,
    series: series.id,
    etag: `"${hash}-${madeAt.getTime()}"`,
    all: server.getToken('ann'),
    restricted: server.getToken('guest'),
  }
  process.stdout.write(`${JSON.stringify(started)}\n`)
  process.on('SIGTERM', () => void server.close().then(() => process.exit(0)))
}

async function measure(runs: number) {
  const child = Bun.spawn([process.execPath, import.meta.path, '--serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await compare(JSON.parse(await readFirstLine(child.stdout)) as Started, runs)
  } finally {
    child.kill()
    await child.exited
  }
}

async function readFirstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes('\n')) return text
  }
  throw new Error('The server ended during startup.')
}

async function compare({ api, bare, book, series, etag, all, restricted }: Started, runs: number) {
  const unchanged = (path: string, token: string) => async () => {
    const headers = { authorization: `Bearer ${token}`, 'if-none-match': etag }
    const { status } = await fetch(`${api}${path}`, { headers })
    if (status !== 304) throw new Error(`${path}: ${status}`)
  }
  const cases: [string, () => Promise<unknown>][] = [
    ['bare server, 304', () => fetch(bare).then((answer) => answer.bytes())],
    ['book, all libraries', unchanged(`/books/${book}/thumbnail`, all)],
    ['book, some libraries', unchanged(`/books/${book}/thumbnail`, restricted)],
    ['series, all libraries', unchanged(`/series/${series}/thumbnail`, all)],
    ['series, some libraries', unchanged(`/series/${series}/thumbnail`, restricted)],
  ]
  const figures: Figures[] = []
  for (const [, work] of cases) figures.push(await measureRuns(work, { runs, warm: 200 }))
  printTable(
    ['', 'ms', 'p99', 'ratio'],
    cases.map(([name], i) => [
      name,
      ms(figures[i]!.median),
      ms(figures[i]!.p99),
      ratio(figures[i]!.median, figures[0]!.median),
    ]),
  )
  printLine(`${runs} requests each, one at a time`)
}
