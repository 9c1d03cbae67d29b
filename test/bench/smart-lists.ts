/**
 * Measures a page of 50 smart lists in a large library: `QUIRE_DIALECT=sqlite bun
 * test/bench/smart-lists.ts --series 100000`. See README.md.
 */
import { parseArgs } from 'node:util'
import { system } from '../../src/accounts/permissions/model'
import { listCollections } from '../../src/catalog/collections/service'
import { listReadingLists } from '../../src/catalog/reading-lists/service'
import { dialect } from '../../src/platform/db/dialect'
import { closeTestDatabases } from '../support/database'
import { startTestServer } from '../support/server'
import { measureRuns, ms, printLine, printTable } from './support/figures'
import { seed } from './support/seed'

const aimMs = 2000
const { values } = parseArgs({
  options: {
    series: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '5' },
  },
})
const total = Number(values.series)
const count = 50

const server = await startTestServer()
try {
  const { ctx } = server
  const userId = server.getUserId('max')
  await seed(ctx, { series: total, booksEach: 2, users: 0 }, [userId])
  await ctx.refreshStatistics()
  for (let i = 0; i < count; i++) {
    await create('/collections', i, buildSeriesCondition(i))
    await create('/readlists', i, buildBookCondition(i))
  }
  const owner = { ...system, userId }
  const reader = { ...system, userId: server.getUserId('ann'), role: 'reader' as const }
  const limited = { ...reader, libraryIds: ['01900001-0000-7000-8000-000000000001'] }
  const query = { pageSize: String(count) }
  const cases: Record<string, () => Promise<{ data: unknown[] }>> = {
    'collections of the owner': () => listCollections(ctx, owner, query),
    'collections, another reader': () => listCollections(ctx, reader, query),
    'collections, limited reader': () => listCollections(ctx, limited, query),
    'reading lists of the owner': () => listReadingLists(ctx, owner, query),
    'reading lists, another reader': () => listReadingLists(ctx, reader, query),
    'reading lists, limited reader': () => listReadingLists(ctx, limited, query),
  }
  const rows: string[][] = []
  for (const [name, act] of Object.entries(cases)) {
    const { data } = await act()
    const taken = await measureRuns(act, { runs: Number(values.runs), warm: 1 })
    const verdict = taken.median <= aimMs ? 'met' : 'missed'
    rows.push([name, String(data.length), ms(taken.median), ms(taken.p99), verdict])
  }
  printLine(`${dialect}, ${total} series, ${2 * total} books, ${count} smart lists of each kind`)
  printTable(['what', 'lists', 'median', 'p99', `aim ${aimMs} ms`], rows)
} finally {
  await server.close()
  await closeTestDatabases()
}

async function create(path: string, i: number, condition: object) {
  const body = { name: `Smart ${i}`, sharing: 'everyone', condition }
  const { status, body: answer } = await server.call('POST', path, { as: 'max', body })
  if (status !== 201) throw new Error(JSON.stringify(answer))
}

/** Conditions as people write them: one or two fields, few of them selective. */
function buildSeriesCondition(i: number): object {
  const kinds = [
    { genre: { operator: 'is', value: `genres ${i}` } },
    { readStatus: { operator: 'is', value: 'unread' } },
    { year: { operator: 'gte', value: 1960 + i } },
    { status: { operator: 'is', value: 'ongoing' } },
    { title: { operator: 'contains', value: String(i) } },
    {
      allOf: [
        { not: { genre: { operator: 'is', value: `genres ${i}` } } },
        { readStatus: { operator: 'isNot', value: 'read' } },
      ],
    },
  ]
  return kinds[i % kinds.length]!
}

function buildBookCondition(i: number): object {
  const kinds = [
    { readStatus: { operator: 'is', value: 'unread' } },
    { readStatus: { operator: 'is', value: 'read' } },
    { title: { operator: 'contains', value: String(i) } },
    { status: { operator: 'is', value: 'ongoing' } },
    { pageCount: { operator: 'gte', value: i } },
    { genre: { operator: 'is', value: `genres ${i}` } },
  ]
  return kinds[i % kinds.length]!
}
