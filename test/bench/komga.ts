/** Compares lists and pages of the Komga API with the native API: `bun test/bench/komga.ts`. */
import { parseArgs } from 'node:util'
import { closeTestDatabases } from '../support/database'
import { startTestServer } from '../support/server'
import { measureRuns, ms, printLine, printTable, ratio } from './support/figures'
import { seed } from './support/seed'

const { values } = parseArgs({ options: { series: { type: 'string', default: '1000' } } })

const server = await startTestServer({ 'api.rate_limit.enabled': 'false' })
const people = ['ann', 'max', 'ada'].map((name) => server.getUserId(name))
await seed(server.ctx, { series: Number(values.series), booksEach: 50, users: 0 }, people)
const { body } = await server.call('GET', '/series?pageSize=1', { as: 'ann' })
const [{ id }] = (body as { data: [{ id: string }] }).data

const measure = (path: string, condition?: object) =>
  measureRuns(async () => {
    const response = await server.fetch(path, {
      as: 'ann',
      ...(condition && {
        method: 'POST',
        body: JSON.stringify({ condition }),
        headers: { 'content-type': 'application/json' },
      }),
    })
    await response.text()
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
  })

const ofSeries = { seriesId: { operator: 'is', value: id } }
const rows: string[][] = []
for (const [what, native, komga, condition] of [
  ...[20, 500].map(
    (size) =>
      [`${size} series`, `/series?pageSize=${size}`, `series/list?size=${size}`, {}] as const,
  ),
  ['50 books', `/series/${id}/books?pageSize=50`, 'books/list?size=50', ofSeries],
  ['50 books by address', `/series/${id}/books?pageSize=50`, `series/${id}/books?size=50`],
] as const) {
  const list = await measure(`/api/v1${native}`)
  const other = await measure(`/komga/api/v1/${komga}`, condition)
  const isMet = other.cpu! <= 1.3 * list.cpu!
  rows.push([
    what,
    ms(list.cpu!),
    ms(other.cpu!),
    ratio(other.cpu!, list.cpu!),
    isMet ? 'met' : 'MISSED',
  ])
}
printTable(['processor time', 'native', 'Komga', 'ratio', 'aim 1.3×'], rows)
printLine('in process, without a connection')
await server.close()
await closeTestDatabases()
