/** Measures feeds of the OPDS catalog beside the lists of the native API: `bun test/bench/opds.ts`. */
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

const measure = (method: 'GET' | 'HEAD', path: string) =>
  measureRuns(async () => {
    const response = await server.fetch(path, { as: 'ann', method })
    await response.text()
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
  })

const pairs = [
  ['50 books', `/api/v1/series/${id}/books?pageSize=50`, `/opds/series/${id}?pageSize=50`],
  ['50 series', '/api/v1/series?pageSize=50', '/opds/series?pageSize=50'],
] as const
const rows: string[][] = []
for (const [what, native, feed] of pairs) {
  const [list, opds] = [await measure('GET', native), await measure('GET', feed)]
  const head = await measure('HEAD', feed)
  rows.push([
    what,
    ms(list.cpu!),
    ms(opds.cpu!),
    ratio(opds.cpu!, list.cpu!),
    opds.cpu! <= 1.3 * list.cpu! ? 'met' : 'MISSED',
    ms(head.cpu!),
    head.cpu! <= 0.3 ? 'met' : 'MISSED',
  ])
}
printTable(['processor time', 'native', 'OPDS', 'ratio', 'aim 1.3×', 'HEAD', 'aim 0.3 ms'], rows)
printLine('in process, without a connection')
await server.close()
await closeTestDatabases()
