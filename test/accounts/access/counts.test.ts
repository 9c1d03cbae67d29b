/**
 * Stored counts for restricted viewers are correct after every kind of change to a series, in any
 * order.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { moveSeries } from '../../../src/catalog/series/scanned/move-series'
import { recountLabels } from '../../../src/catalog/labels/recount-labels'
import { seedBook, seedLibrary, type SeededLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
let libraries: SeededLibrary[]
let seriesIds: string[]
let tagIds: string[]

let state = Number(process.env['SEED'] ?? 20261126)
/** Returns an integer from 0 to `below` - 1. The sequence is the same in each run. */
function pick(below: number) {
  state = (state * 1103515245 + 12345) % 2147483648
  return Math.floor((state / 2147483648) * below)
}
const one = <Item>(items: readonly Item[]): Item => items[pick(items.length)]!
const some = <Item>(items: readonly Item[]) => items.filter(() => pick(2) === 0)

async function ada(method: string, path: string, body?: object) {
  const { status, body: answer } = await server.call(method, path, {
    as: 'ada',
    ...(body && { body }),
  })
  // 404 and 409 are expected, for example when restoring a series that is not in the trash.
  if (status >= 400 && status !== 404 && status !== 409) {
    throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(answer)}`)
  }
  return answer
}

beforeAll(async () => {
  server = await startTestServer()
  libraries = []
  for (const name of ['One', 'Two']) {
    libraries.push(await seedLibrary(server, { name, path: `/${name}` }))
  }
  seriesIds = []
  for (let i = 0; i < 6; i += 1) {
    const added = await seedSeries(server, libraries[i % 2]!, { title: `Series ${i}` })
    await seedBook(server, added, { title: `Book ${i}` })
    seriesIds.push(added.id)
  }
  tagIds = []
  for (const name of ['A', 'B', 'C']) {
    tagIds.push((await ada('POST', '/admin/sharing-tags', { name })).id)
  }
})
afterAll(() => server.close())

async function listDifferences() {
  const { db } = server.ctx
  const ofSeries = await db.rows(sql`
    select library_id, age_rating, sharing_set, sum(stored) as stored, sum(counted) as counted from (
      select library_id, age_rating, sharing_set, series_count + 1000 * book_count as stored, 0 as counted
      from series_counts
      union all
      select library_id, coalesce(age_rating, -1), sharing_set, 0, 1 + 1000 * book_count
      from series where trashed_at is null
    ) as both_counts group by library_id, age_rating, sharing_set having sum(stored) <> sum(counted)`)
  const found: unknown[] = [...ofSeries]
  for (const kind of ['genre', 'tag']) {
    const [counts, links] = [sql.raw(`${kind}_counts`), sql.raw(`series_${kind}s`)]
    const rows = await db.rows(sql`
      select label_id, library_id, age_rating, sharing_set, sum(stored) as stored, sum(counted) as counted from (
        select label_id, library_id, age_rating, sharing_set, series_count as stored, 0 as counted from ${counts}
        union all
        select label_id, library_id, coalesce(age_rating, -1), sharing_set, 0, 1
        from ${links} join series on series.id = series_id where trashed_at is null
      ) as both_counts group by label_id, library_id, age_rating, sharing_set
      having sum(stored) <> sum(counted)`)
    found.push(...rows)
  }
  return found
}

/** Changes after which a job recounts the labels. */
const recounted = new Set(['trash', 'restore', 'delete tag'])

const changes: Record<string, (id: string) => Promise<unknown>> = {
  age: (id) => ada('PATCH', `/series/${id}/metadata`, { ageRating: one([null, 0, 6, 18]) }),
  'sharing tags': (id) => ada('PUT', `/series/${id}/sharing-tags`, { sharingTagIds: some(tagIds) }),
  genres: (id) => ada('PUT', `/series/${id}/genres`, { genres: some(['Drama', 'drama', 'War']) }),
  tags: (id) => ada('PUT', `/series/${id}/tags`, { tags: some(['x', 'y', 'z']) }),
  undo: async (id) => {
    const { data = [] } = await ada('GET', `/series/${id}/metadata/changes`)
    const change = data.length > 0 && one(data as { id: string }[])
    if (change) await ada('POST', `/series/${id}/metadata/changes/${change.id}/undo`)
  },
  move: (id) => {
    const { id: libraryId } = one(libraries)
    const place = { id, libraryId, path: `/moved/${id}`, groupKey: `moved ${id}` }
    return server.ctx.write((tx) => moveSeries(tx, [place], new Date()))
  },
  trash: (id) => ada('DELETE', `/series/${id}`),
  restore: (id) => ada('POST', `/series/${id}/restore`),
  'delete tag': async () => {
    await ada('DELETE', `/admin/sharing-tags/${tagIds.pop()}`)
    tagIds.push((await ada('POST', '/admin/sharing-tags', { name: `T${pick(1e9)}` })).id)
  },
}

test('stored counts are those of a recount after any order of changes', async () => {
  const done: string[] = []
  for (let i = 0; i < 200; i += 1) {
    const name = one(Object.keys(changes))
    done.push(name)
    await changes[name]!(one(seriesIds))
    if (recounted.has(name)) await recountLabels(server.ctx)
    expect({ after: done.slice(-4), differences: await listDifferences() }).toEqual({
      after: done.slice(-4),
      differences: [],
    })
  }
}, 120_000)
