import { test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { openHouse } from '/work/main/test/support/house'
import { seedLibrary } from '/work/main/test/support/seed'
import { series, seriesMetadata } from '/work/main/src/series/schema'
import { genres, seriesGenres } from '/work/main/src/labels/schema'
import { alternateTitles, externalIds, externalLinks, externalRatings } from '/work/main/src/metadata/schema'
import { seriesProgress } from '/work/main/src/reading/schema'
import { libraries } from '/work/main/src/libraries/schema'
import { pageOfSeries, searchSeries, fewSeries, getSeries } from '/work/main/src/series/service'
import { setLabels, recountLabels } from '/work/main/src/labels/service'
import { indexTokens, sortKey } from '/work/main/src/lib/text'
import { dialect } from '/work/main/src/db/dialect'

const N = Number(process.env['N'] ?? 100_000)
test('bench', async () => {
  const house = await openHouse()
  const libs = [await seedLibrary(house), await seedLibrary(house), await seedLibrary(house)]
  const words = ['dragon', 'knight', 'moon', 'river', 'night', 'star', 'blade', 'garden', 'winter', 'song', 'paper', 'glass']
  const w = (i: number) => words[i % words.length]!
  const gs = await house.ctx.write((tx) => tx.insert(genres).values(Array.from({ length: 30 }, (_, i) => ({ name: `Genre ${i}`, nameKey: `genre ${i}` }))).returning())
  const t0 = Bun.nanoseconds()
  const ann = house.userId('ann')
  const ids: string[] = []
  for (let from = 0; from < N; from += 200) {
    await house.ctx.writeBulk(async (tx) => {
      const rows = Array.from({ length: 200 }, (_, k) => { const i = from + k; const r = (i * 7919) % N; const title = `${w(r)} ${w(Math.floor(r / 7))} ${r}`; return { title, i, r, sortKey: sortKey(title) } })
      const ins = await tx.insert(series).values(rows.map(({ title, sortKey, i, r }) => ({ libraryId: libs[i % 10 < 4 ? 0 : i % 10 < 7 ? 1 : 2]!.id, groupKey: `g${i}`, title, sortKey, bookCount: r % 40, year: 1950 + (r % 75), status: (['ongoing', 'ended', 'hiatus'] as const)[r % 3], publisher: `P${r % 50}`, createdAt: new Date(1.6e12 + r * 1000), updatedAt: new Date(1.7e12 + ((r * 31) % N) * 1000) }))).returning({ id: series.id, n: series.n })
      await tx.insert(seriesMetadata).values(ins.map(({ n }, k) => ({ n, locks: [], sources: {}, path: '/x', summary: 'Lorem ipsum '.repeat(40), authors: [{ name: 'A B', role: 'writer' }], search: indexTokens(rows[k]!.title) })))
      ids.push(...ins.map((x) => x.id))
      const s = (id: string) => ({ seriesId: id })
      await tx.insert(seriesGenres).values(ins.flatMap(({ id }, k) => [0, 1, 2].map((g) => ({ seriesId: id, labelId: gs[(((rows[k]!.r % 10) * (g + 1)) + g * 7) % 30]!.id }))).filter((x, i2, a) => a.findIndex((y) => y.seriesId === x.seriesId && y.labelId === x.labelId) === i2))
      await tx.insert(alternateTitles).values(ins.flatMap(({ id }) => [{ ...s(id), label: 'a', title: 'b' }, { ...s(id), label: 'c', title: 'd' }]))
      await tx.insert(externalIds).values(ins.map(({ id }) => ({ ...s(id), source: 'plugin:a', externalId: '1' })))
      await tx.insert(externalLinks).values(ins.map(({ id }) => ({ ...s(id), sourceName: 'a', url: 'http://a' })))
      await tx.insert(externalRatings).values(ins.map(({ id }) => ({ ...s(id), sourceName: 'a', rating: 50, fetchedAt: new Date() })))
    })
  }
  const READ = Number(process.env['READ'] ?? 2000)
  for (let from = 0; from < READ; from += 500) await house.ctx.writeBulk((tx) => tx.insert(seriesProgress).values(Array.from({ length: Math.min(500, READ - from) }, (_, k) => ({ userId: ann, seriesId: ids[((from + k) * 37) % N]!, booksRead: 1 + (k % 5), lastReadAt: new Date(1.65e12 + k * 1e6 + from), updatedAt: new Date() }))))
  await house.ctx.write((tx) => tx.update(libraries).set({ seriesCount: sql`(select count(*) from ${series} where ${series.libraryId} = ${libraries.id})` }))
  console.log('seeded', Math.round((Bun.nanoseconds() - t0) / 1e6), 'ms')
  const tr = Bun.nanoseconds(); await recountLabels(house.ctx); console.log('recount', Math.round((Bun.nanoseconds() - tr) / 1e6))
  if (process.env['ANALYZE'] !== '0') await house.ctx.write((tx) => tx.rows(sql`analyze`))
  const viewer = { userId: ann, username: 'ann', role: 'reader', permissions: new Set(['series:read']), libraryIds: 'all', proof: { kind: 'system' } } as never
  const some = { ...(viewer as object), libraryIds: [libs[0]!.id] } as never
  const run = async (name: string, work: () => Promise<unknown>, times = 25) => {
    const t: number[] = []
    for (let i = 0; i < times; i++) { const a = Bun.nanoseconds(); await work(); t.push((Bun.nanoseconds() - a) / 1e6) }
    t.sort((a, b) => a - b)
    console.log(name.padEnd(46), t[times >> 1]!.toFixed(2), t[Math.floor(times * 0.95)]!.toFixed(2))
  }
  const p = (query: object, pg = 1, size = 50, v = viewer) => () => pageOfSeries(house.ctx, v, query, { page: pg, pageSize: size, offset: (pg - 1) * size })
  for (const sort of ['name,asc', 'name,desc', 'date_added,desc', 'date_updated,desc', 'date_read,desc', 'unread_count,desc', 'release_date,desc', 'book_count,desc', 'random']) {
    await run(sort, p({ sort }))
    await run(`${sort} page 1000`, p({ sort }, 1000))
    await run(`${sort} one library`, p({ sort, libraryId: libs[0]!.id }))
    await run(`${sort} restricted`, p({ sort }, 1, 50, some))
  }
  await run('500 rows', p({}, 1, 500), 10)
  await run('genre', p({ genres: 'genre 0' }))
  await run('genre deep', p({ genres: 'genre 0' }, 100))
  await run('2 genres', p({ genres: 'genre 0,genre 7' }))
  await run('status', p({ status: 'ongoing' }))
  await run('unread', p({ readStatus: 'unread' }))
  await run('in_progress', p({ readStatus: 'in_progress' }))
  await run('search dragon', p({ search: 'dragon' }))
  await run('search dragon knight', p({ search: 'dragon knight' }))
  await run('POST search dragon', () => searchSeries(house.ctx, viewer, { query: 'dragon' }))
  await run('in-progress row', () => fewSeries(house.ctx, viewer, 'in-progress', {}))
  await run('recently-added row', () => fewSeries(house.ctx, viewer, 'recently-added', {}))
  await run('get one', () => getSeries(house.ctx, viewer, ids[77]!))
  await run('setLabels', () => house.ctx.write((tx) => setLabels(tx, ids[Math.floor(Math.random() * N)]!, 'genre', ['Genre 1', 'Genre 4'])))
  await house.close()
}, 900_000)
