/**
 * Measures the review and import of a long reading list in a large library: duration, and longest
 * tasks on the main thread: `bun test/bench/cbl.ts`. See README.md.
 */
import { parseArgs } from 'node:util'
import { asc } from 'drizzle-orm'
import { system } from '../../src/accounts/permissions/model'
import { series } from '../../src/catalog/series/schema'
import { sendContent } from '../../src/platform/http/responses/content'
import { exportList } from '../../src/ingest/cbl/export-list'
import { importList } from '../../src/ingest/cbl/import-list'
import { reviewImport } from '../../src/ingest/cbl/review-import'
import { dialect } from '../../src/platform/db/dialect'
import { closeTestDatabases } from '../support/database'
import { startTestServer } from '../support/server'
import { countStatements } from '../support/statements'
import { ms, printLine, printTable } from './support/figures'
import { seed } from './support/seed'
import { watchTurns } from './support/turns'

const { values } = parseArgs({
  options: {
    series: { type: 'string', default: '100000' },
    entries: { type: 'string', default: '10000' },
  },
})
const total = Number(values.series)
const count = Number(values.entries)

const server = await startTestServer()
const { ctx } = server
await seed(ctx, { series: total, booksEach: 2, users: 0 }, [server.getUserId('ann')])
const counted = countStatements(ctx)
const viewer = { ...system, userId: server.getUserId('ann') }
const known = await ctx.db
  .select({ title: series.title, year: series.year })
  .from(series)
  .orderBy(asc(series.n))
  .limit(count)
const lines = known.map(
  ({ title, year }) =>
    `<Book Series="${title}" Number="1" Volume="${year}" Year="${year}"><Database Name="cv" Series="1" Issue="2"/></Book>`,
)
const file = new Blob([
  `<ReadingList><Name>Long</Name><Books>${lines.join('\n')}</Books></ReadingList>`,
])

let books: Record<number, string> = {}
let listId = ''
const cases: Record<string, () => Promise<string>> = {
  review: async () => {
    const found = await reviewImport(ctx, viewer, file)
    books = Object.fromEntries(
      found.entries.flatMap(({ index, candidates: [first] }) =>
        first ? [[index, first.bookId]] : [],
      ),
    )
    return `${found.exactCount} exact, ${found.likelyCount} likely`
  },
  import: async () => {
    const choices = JSON.stringify({ books })
    const { list } = await importList(ctx, viewer, { file, choices, name: 'Long' })
    listId = list.id
    return `${list.bookCount} books`
  },
  export: async () => {
    const request = new Request('http://localhost/')
    const response = await sendContent(request, await exportList(ctx, viewer, { id: listId }))
    return `${(await response.text()).length} characters`
  },
}
const rows: string[][] = []
for (const [name, work] of Object.entries(cases)) {
  const began = performance.now()
  const before = counted()
  let result = ''
  const { turns } = await watchTurns(async () => {
    result = await work()
  })
  const longest = turns.long.map(({ cpu }) => cpu).toSorted((a, b) => b - a)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const found = longest.slice(0, 6).map(ms).join(' ')
  const statements = String(counted() - before)
  rows.push([name, seconds, ms(turns.cpu), statements, String(longest.length), found, result])
}
printLine(`${dialect}, ${total} series, a list of ${count} entries: milliseconds`)
printTable(['what', 'seconds', 'in all', 'statements', 'over 10', 'longest', 'result'], rows)
await server.close()
await closeTestDatabases()
