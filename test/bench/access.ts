/**
 * Measures the lists of restricted viewers in the service layer, on the database type in
 * `QUIRE_DIALECT`: `bun test/bench/access.ts --series 100000 --users 2000`. See README.md.
 */
import { parseArgs } from 'node:util'
import {
  computeEffectivePermissions,
  createViewer,
} from '../../src/accounts/permissions/permission-rules'
import type { Restrictions } from '../../src/accounts/permissions/restriction-rules'
import { setManyRestrictions } from '../../src/accounts/access/restrictions'
import { system } from '../../src/accounts/permissions/model'
import { listLabels } from '../../src/catalog/labels/service'
import { listLibraries } from '../../src/catalog/libraries/service'
import { searchAll } from '../../src/catalog/search/service'
import { listMatchingGroups, listSeriesPage } from '../../src/catalog/series/service'
import { dialect } from '../../src/platform/db/dialect'
import { parsePaging } from '../../src/platform/http/pagination'
import { closeTestDatabases } from '../support/database'
import { startTestServer } from '../support/server'
import { formatAim, measureRuns, ms, printLine, printTable } from './support/figures'
import { seed } from './support/seed'
import { seedSharing, sharingTagIds as tagIds } from './support/seed-sharing'

const { values } = parseArgs({
  options: {
    series: { type: 'string', default: '100000' },
    users: { type: 'string', default: '2000' },
    only: { type: 'string', default: '' },
  },
})
const size = { series: Number(values.series), booksEach: 2, users: Number(values.users) }
const aim = dialect === 'sqlite' ? 15 : 25

const server = await startTestServer()
const { ctx } = server
await seed(ctx, size, [server.getUserId('ann')])
await seedSharing(ctx)

/** Every kind of restriction at once, which hides about half of the series. */
const all: Restrictions = {
  libraryIds: ['01900001-0000-7000-8000-000000000001', '01900001-0000-7000-8000-000000000002'],
  ageLimit: 16,
  hidesUnrated: true,
  deniedTagIds: [tagIds[0]!],
  whitelists: [[tagIds[1]!, tagIds[2]!]],
}
const none = {
  libraryIds: null,
  ageLimit: null,
  hidesUnrated: false,
  deniedTagIds: [],
  whitelists: [],
}
const viewAs = (restrictions: Restrictions | null) => {
  const holder = { role: 'reader', permissions: [] } as const
  const account = { id: server.getUserId('ann'), username: 'ann', libraryIds: null, restrictions }
  const proof = { kind: 'system' } as const
  return createViewer({ ...account, ...holder }, computeEffectivePermissions(holder), proof)
}
const viewers = {
  'all restrictions': viewAs(all),
  'age limit': viewAs({ ...none, ageLimit: 12 }),
  'denied tag': viewAs({ ...none, deniedTagIds: [tagIds[0]!] }),
  'no restriction': viewAs(null),
}
const paging = parsePaging({})
const rows: string[][] = []
const measure = async (name: string, work: () => Promise<unknown>, hasAim = false) => {
  if (!name.includes(values.only)) return
  const { median, p99, cpu } = await measureRuns(work)
  rows.push([name, ms(median), ms(p99), ms(cpu!), hasAim ? formatAim(median, aim) : ''])
}
for (const [name, viewer] of Object.entries(viewers)) {
  const { total } = await listSeriesPage(ctx, viewer, {}, paging)
  printLine(`${name}: ${total} series`)
  const isHeld = name === 'all restrictions'
  await measure(`${name}: page by title`, () => listSeriesPage(ctx, viewer, {}, paging), isHeld)
  const byDate = { sort: 'date_added,desc' }
  await measure(`${name}: page by date`, () => listSeriesPage(ctx, viewer, byDate, paging), isHeld)
}
const viewer = viewers['all restrictions']
const last = parsePaging({ page: '500' })
await measure('page 500', () => listSeriesPage(ctx, viewer, {}, last))
await measure('letters', () => listMatchingGroups(ctx, viewer, { body: {}, sort: undefined }))
await measure('genres', () => listLabels(ctx, viewer, 'genre', { search: undefined, paging }))
await measure('tags', () => listLabels(ctx, viewer, 'tag', { search: undefined, paging }))
await measure('libraries', () => listLibraries(ctx, viewer, false))
await measure('search castle', () => searchAll(ctx, viewer, { q: 'castle' }))
const started = performance.now()
const userIds = Array.from({ length: Math.min(500, size.users) }, (_, n) => userId(n + 1))
await setManyRestrictions(ctx, system, {
  userIds,
  ageLimit: 12,
  hidesUnrated: false,
  deniedTagIds: [tagIds[0]!],
})
printLine(`restricting ${userIds.length} users: ${ms(performance.now() - started)} ms`)
printLine(`${dialect}, ${size.series} series, ${size.users} users: milliseconds`)
printTable(['what', 'median', 'p99', 'processor', `aim ${aim}`], rows)
await server.close()
await closeTestDatabases()

function userId(n: number) {
  return `01904000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
}
