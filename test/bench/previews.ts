/**
 * Measures naming previews in a library of many books: duration, and the longest tasks on the main
 * thread: `bun test/bench/previews.ts`. See README.md.
 */
import { parseArgs } from 'node:util'
import { dialect } from '../../src/platform/db/dialect'
import { previewRule, previewStrategies } from '../../src/ingest/grouping/naming-preview'
import { listLibraries } from '../../src/catalog/libraries/service'
import { system } from '../../src/accounts/permissions/model'
import { closeTestDatabases } from '../support/database'
import { startTestServer } from '../support/server'
import { ms, printLine, printTable } from './support/figures'
import { seed } from './support/seed'
import { watchTurns } from './support/turns'

const { values } = parseArgs({ options: { series: { type: 'string', default: '20000' } } })
const total = Number(values.series)

const server = await startTestServer()
const { ctx } = server
await seed(ctx, { series: total, booksEach: 5, users: 0 }, [server.getUserId('ann')])
const [library] = await listLibraries(ctx, system, false)
const rule = {
  match: 'glob',
  pattern: '*1*',
  on: 'file',
  change: { set: { series: 'One' } },
} as const
const { signal } = new AbortController()
const cases: Record<string, () => Promise<unknown>> = {
  'another strategy': () =>
    previewStrategies(ctx, system, library!.id, { seriesStrategy: 'parsed_name', signal }),
  'all in one series': () =>
    previewStrategies(ctx, system, library!.id, { seriesStrategy: 'flat', signal }),
  'a correction': () => previewRule(ctx, system, { ...rule, libraryId: library!.id, signal }),
}
const rows: string[][] = []
for (const [name, work] of Object.entries(cases)) {
  const began = performance.now()
  const { turns } = await watchTurns(work)
  const longest = turns.long.map(({ cpu }) => cpu).toSorted((a, b) => b - a)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const found = longest.slice(0, 6).map(ms).join(' ')
  rows.push([name, seconds, ms(turns.cpu), String(longest.length), found])
}
printLine(
  `${dialect}, ${library!.bookCount} books in the library: milliseconds of processor time of the main thread`,
)
printTable(['what', 'seconds', 'in all', 'over 10', 'longest'], rows)
await server.close()
await closeTestDatabases()
