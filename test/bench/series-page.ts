/**
 * Measures a page of series, in the service and over HTTP, for growing libraries on both databases:
 * `bun test/bench/series-page.ts`. See README.md.
 */
import { sql } from 'drizzle-orm'
import { parseArgs } from 'node:util'
import type { TestServer } from '../support/server'
import { type Figures, ms, ratio, printLine, printTable, measureRuns } from './support/figures'

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000' },
    dialects: { type: 'string', default: 'sqlite,postgres' },
    users: { type: 'string', default: '0' },
    only: { type: 'string' },
    worker: { type: 'boolean', default: false },
  },
})

const sizes = values.sizes.split(',').map(Number)
const aims: Record<string, number> = { sqlite: 8, postgres: 15 }
/** Names of the cases with a target time. The others are only printed. */
const held = new Set([
  'by title',
  'by date added',
  'by date updated',
  'by last read',
  'one library',
])

interface Case {
  name: string
  query: Record<string, string>
}

const cases = (total: number): Case[] => [
  { name: 'by title', query: {} },
  { name: 'by date added', query: { sort: 'date_added,desc' } },
  { name: 'by date updated', query: { sort: 'date_updated,desc' } },
  { name: 'by last read', query: { sort: 'date_read,desc' } },
  { name: 'one library', query: { libraryId: '01900001-0000-7000-8000-000000000002' } },
  { name: 'by unread', query: { sort: 'unread_count,desc' } },
  { name: 'by rating', query: { sort: 'rating,desc' } },
  { name: 'last page', query: { page: String(Math.floor(total / 50)) } },
  {
    name: 'last page, by last read',
    query: { sort: 'date_read,desc', page: String(Math.floor(total / 50)) },
  },
  { name: 'search, many hits', query: { search: 'castle' } },
  { name: 'search, by title', query: { search: 'castle', sort: 'name,asc' } },
  { name: 'search, few hits', query: { search: 'amber castle quiet' } },
  { name: 'genre', query: { genres: 'genres 7' } },
  { name: 'two genres and a tag', query: { genres: 'genres 7,genres 20', tags: 'tags 4' } },
  { name: 'unread only', query: { readStatus: 'unread' } },
  { name: 'in progress', query: { readStatus: 'in_progress' } },
  { name: '500 rows', query: { pageSize: '500' } },
]

/** What a wall of covers shows. */
const fields =
  'id,libraryId,bookCount,unreadCount,wantToRead,coverColor,metadata.title,metadata.status,metadata.year'

const cell = ({ median, p99, cpu }: Figures) => `${ms(median)} / ${ms(p99)} / ${ms(cpu ?? NaN)}`

if (values.worker) await measure()
else await compare()

interface Result {
  size: number
  figures: Record<string, Figures>
}

/** Runs each database in its own process, because the dialect is fixed at startup. */
async function compare() {
  for (const dialect of values.dialects.split(',')) {
    const child = Bun.spawn(
      [process.execPath, import.meta.path, '--worker', ...process.argv.slice(2)],
      { env: { ...process.env, QUIRE_DIALECT: dialect }, stdout: 'pipe', stderr: 'inherit' },
    )
    const lines = (await new Response(child.stdout).text()).split('\n')
    if ((await child.exited) !== 0) throw new Error(`The run on ${dialect} failed.`)
    const results = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
    printLine(lines.filter((line) => line && !line.startsWith('{')).join('\n'))
    report(dialect, results)
  }
}

function report(dialect: string, results: Result[]) {
  const [smallest, largest] = [results[0]!, results.at(-1)!]
  printLine(
    `\n${dialect}: milliseconds, median / 99th percentile / processor time; ${Number(values.users)} more users`,
  )
  const names = Object.keys(largest.figures)
  const growth = (name: string) =>
    ratio(largest.figures[name]!.median, smallest.figures[name]!.median)
  const verdict = (name: string) => {
    if (!held.has(name)) return ''
    const isFast = largest.figures[name]!.median < aims[dialect]!
    const isFlat = largest.figures[name]!.median < 2 * smallest.figures[name]!.median
    return [isFast ? 'met' : 'MISSED', isFlat ? 'met' : 'MISSED'].join(', ')
  }
  printTable(
    ['page of 50', ...results.map(({ size }) => String(size)), 'growth', 'aims'],
    names.map((name) => [
      name,
      ...results.map(({ figures }) => cell(figures[name]!)),
      growth(name),
      verdict(name),
    ]),
  )
  printLine(`aims: median < ${aims[dialect]} ms with ${largest.size} series, growth < 2×`)
}

async function measure() {
  const { closeTestDatabases } = await import('../support/database')
  const { startTestServer } = await import('../support/server')
  const { seed } = await import('./support/seed')
  for (const size of sizes) {
    const server = await startTestServer({ 'api.rate_limit.enabled': 'false' })
    const people = ['ann', 'max', 'ada'].map((name) => server.getUserId(name))
    const began = performance.now()
    await seed(server.ctx, { series: size, booksEach: 10, users: Number(values.users) }, people)
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    printLine(`seeded ${size} series, ${size * 10} books in ${seconds} s`)
    printLine(JSON.stringify({ size, figures: await serverFigures(server, size) }))
    await server.close()
  }
  await closeTestDatabases()
}

async function serverFigures(server: TestServer, size: number): Promise<Record<string, Figures>> {
  const { listSeriesPage: pageOfSeries } = await import('../../src/catalog/series/service')
  const { parsePaging } = await import('../../src/platform/http/pagination')
  const { system } = await import('../../src/accounts/permissions/model')
  const { ctx } = server
  const ann = { ...system, userId: server.getUserId('ann'), role: 'reader' as const }
  const restricted = {
    ...ann,
    libraryIds: ['01900001-0000-7000-8000-000000000002', '01900001-0000-7000-8000-000000000003'],
  }
  const figures: Record<string, Figures> = {}
  const run = async (name: string, work: () => Promise<unknown>) => {
    if (values.only === undefined || name.includes(values.only))
      figures[name] = await measureRuns(work)
  }
  await run('floor: 50 narrow rows', () =>
    ctx.db.rows(sql`select * from series order by sort_key, id limit 50`),
  )
  for (const { name, query } of cases(size)) {
    const paging = parsePaging(query)
    const { data } = await pageOfSeries(ctx, ann, query, paging)
    if (data.length === 0) printLine(`nothing found: ${name}`)
    await run(name, () => pageOfSeries(ctx, ann, query, paging))
  }
  await run('restricted viewer', () => pageOfSeries(ctx, restricted, {}, parsePaging({})))
  await overHttp(server, run)
  return figures
}

async function overHttp(
  server: TestServer,
  run: (name: string, work: () => Promise<unknown>) => Promise<void>,
) {
  const listener = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => server.app.handle(request),
  })
  const token = await tokenOf(server)
  const get = async (path: string) => {
    const response = await fetch(`${listener.url.origin}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const body = await response.text()
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body}`)
    return body
  }
  const list = '/api/v1/series?pageSize=50'
  const complete = await get(list)
  const page: unknown = JSON.parse(complete)
  await run('HTTP: floor, JSON.stringify', async () => JSON.stringify(page))
  await run('HTTP: by title', () => get(list))
  await run('HTTP: by title, with fields', () => get(`${list}&fields=${fields}`))
  printSizes({ complete, 'with fields': await get(`${list}&fields=${fields}`) })
  await run('HTTP: /health', () => get('/health'))
  await listener.stop(true)
}

function printSizes(pages: Record<string, string>) {
  for (const [name, body] of Object.entries(pages)) {
    const [plain, packed] = [Buffer.byteLength(body), Bun.gzipSync(body, { level: 5 }).length]
    printLine(`page of 50, ${name}: ${plain} bytes, ${packed} with gzip`)
  }
}

/** Signs a token for HTTP requests, using the session that the test server has created. */
async function tokenOf(server: TestServer): Promise<string> {
  const { signAccessToken } = await import('../../src/accounts/sessions/tokens/access-tokens')
  const { sessions } = await import('../../src/accounts/sessions/schema')
  const [session] = await server.ctx.db
    .select({ sessionId: sessions.id, userId: sessions.userId })
    .from(sessions)
    .where(sql`${sessions.userId} = ${server.getUserId('ann')}`)
  const expiresAt = new Date(Date.now() + 3_600_000)
  return signAccessToken(server.ctx.config.auth.jwt_secret!, session!, expiresAt)
}
