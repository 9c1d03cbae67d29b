import { test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { dialect } from '../../src/db/dialect'
import { books, bookMetadata } from '../../src/books/schema'
import { series } from '../../src/series/schema'
import { bookProgress, readingEvents, seriesProgress } from '../../src/reading/schema'
import { refreshSeriesProgress } from '../../src/reading/refresh'
import { openHouse } from '../support/house'
import { seedLibrary } from '../support/seed'
test('bench', async () => {
  const house = await openHouse()
  const library = await seedLibrary(house)
  const S = 5000, B = 20
  const sIds = Array.from({ length: S }, () => Bun.randomUUIDv7())
  const bIds: string[] = []
  const users = [house.userId('ann'), house.userId('max')]
  const ch = async (rows: any[], f: (r: any[]) => Promise<unknown>) => { for (let i = 0; i < rows.length; i += 500) await f(rows.slice(i, i + 500)) }
  await house.ctx.writeBulk(async (tx) => {
    await ch(sIds.map((id, i) => ({ id, libraryId: library.id, groupKey: id, title: `S${i}`, sortKey: `s${i}`, bookCount: B })), (r) => tx.insert(series).values(r))
    const rows = sIds.flatMap((seriesId, s) => Array.from({ length: B }, (_, b) => {
      const id = Bun.randomUUIDv7(); bIds.push(id)
      return { id, seriesId, libraryId: library.id, rootId: library.rootId, relativePath: `${s}/${b}`, title: `B${b}`, sortKey: String(b).padStart(4, '0'), size: 1, modifiedAtMs: 1, pageCount: 20, createdAt: new Date(1e12 + s * 1000 + b) }
    }))
    await ch(rows, (r) => tx.insert(books).values(r))
    const p: any[] = [], e: any[] = []
    for (const userId of users) for (let i = 0; i < bIds.length; i += 5) {
      const at = new Date(1.7e12 + i * 1000)
      if (i % 20 === 15) continue
      p.push({ userId, bookId: bIds[i], seriesId: sIds[Math.floor(i / B)], page: 5, fraction: 0.2, completed: i % 3 === 0 || i > 50000, completions: i % 3 === 0 || i > 50000 ? 1 : 0, startedAt: at, positionAt: at, updatedAt: at })
      e.push({ userId, bookId: bIds[i], pass: 1, kind: 'position', origin: 'explicit', page: 5, happenedAt: at })
    }
    await ch(p, (r) => tx.insert(bookProgress).values(r))
    await ch(e, (r) => tx.insert(readingEvents).values(r))
  })
  for (let i = 0; i < S; i += 200) {
    const t = performance.now()
    await house.ctx.writeBulk((tx) => refreshSeriesProgress(tx, sIds.slice(i, i + 200)))
    if (i % 1000 === 0) console.log('refresh 200 series, first', (performance.now() - t).toFixed(1))
  }
  for (let i = 0; i < 600; i += 200) {
    const t = performance.now()
    await house.ctx.writeBulk((tx) => refreshSeriesProgress(tx, sIds.slice(i, i + 200)))
    console.log('refresh 200 series, unchanged', (performance.now() - t).toFixed(1))
  }
  if (dialect === 'postgres') await house.ctx.write(async (tx) => { await tx.rows(sql`analyze`) })
  for (let i = 0; i < 600; i += 200) {
    const t = performance.now()
    await house.ctx.writeBulk((tx) => refreshSeriesProgress(tx, sIds.slice(i, i + 200)))
    console.log('refresh 200 series, analyzed', (performance.now() - t).toFixed(1))
  }
  const ids = sIds.slice(0, 200)
  const { among } = await import('../../src/db/sql')
  const home = sql`(select ${books.seriesId} from ${books} where ${books.id} = ${bookProgress.bookId})`
  const housed = sql`select ${books.id} from ${books} where ${among(books.seriesId, ids)}`
  const statements = {
    moved: sql`update book_progress set series_id = ${home} where ${bookProgress.bookId} in (${housed}) and ${bookProgress.seriesId} <> ${home}`,
    derive: sql`select ${bookProgress.userId}, ${bookProgress.seriesId}, count(*) filter (where ${books.trashedAt} is null and ${bookProgress.completed}) from book_progress inner join books on ${books.id} = ${bookProgress.bookId} where ${among(bookProgress.seriesId, ids)} group by 1, 2`,
    one: sql`select ${bookProgress.userId}, ${bookProgress.seriesId}, count(*) filter (where ${books.trashedAt} is null and ${bookProgress.completed}) from book_progress inner join books on ${books.id} = ${bookProgress.bookId} where ${among(bookProgress.seriesId, ids.slice(0,1))} and ${bookProgress.userId} = ${users[0]} group by 1, 2`,
    present: sql`select ${books.seriesId}, count(*) from books where ${among(books.seriesId, ids)} and ${books.trashedAt} is null group by 1`,
    logged: sql`select id from reading_events where ${readingEvents.userId} = ${users[0]} and ${readingEvents.bookId} = ${bIds[0]} and ${readingEvents.page} is not distinct from 3`,
    inProgress: sql`select book_progress.book_id from book_progress inner join books on ${books.id} = ${bookProgress.bookId} inner join series on ${series.id} = ${books.seriesId} where ${bookProgress.userId} = ${users[0]} and ${bookProgress.started} and not ${bookProgress.completed} and books.trashed_at is null and series.trashed_at is null order by ${bookProgress.updatedAt} desc nulls last, book_progress.book_id limit 50`,
    added: sql`select books.id from books inner join series on ${series.id} = ${books.seriesId} where books.trashed_at is null and series.trashed_at is null order by books.created_at desc, books.id desc limit 50`,
  }
  for (const path of ['/books/in-progress', '/books/on-deck', '/books/recently-read', '/books/recently-added', '/progress', `/libraries/${library.id}/books/on-deck`, '/books/on-deck?page=20']) {
    const times: string[] = []
    let total = 0
    for (let i = 0; i < 6; i++) {
      const t = performance.now()
      const a = await house.call('GET', path, { as: 'ann' })
      if (a.status !== 200) console.log(a.body)
      total = a.body.total
      times.push((performance.now() - t).toFixed(1))
    }
    console.log('time', path, total, times.join(' '))
  }
  const q = await import('../../src/reading/list-queries')
  const { listBooksByIds } = await import('../../src/books/service')
  const { system } = await import('../../src/users/model')
  for (let i = 0; i < 4; i++) {
    let t = performance.now()
    const lap = (w: string) => { console.log('time lap', w, (performance.now() - t).toFixed(1)); t = performance.now() }
    const f = await q.findRecentlyAdded(house.ctx.db, system, {}, { page: 1, pageSize: 50, offset: 0 }); lap('main')
    await q.findRecentlyAdded(house.ctx.heavy, system, {}, { page: 1, pageSize: 50, offset: 0 }); lap('heavy')
    await listBooksByIds(house.ctx, system, f.data); lap('views')
    await house.ctx.db.rows(sql`select count(*) from series`); lap('nothing')
  }
  if (dialect === 'sqlite') for (const x of [sql`series.library_id`, sql`books.library_id`]) for (const l of ['', 'and series.trashed_at is null']) {
    const st = sql`select books.id from books inner join series on series.id = books.series_id where books.trashed_at is null and ${x} in (select id from libraries where trashed_at is null) ${sql.raw(l)} order by books.created_at desc, books.id desc limit 50`
    const t = performance.now(); await house.ctx.db.rows(st); console.log('time', (performance.now() - t).toFixed(1))
    console.log('time', JSON.stringify((await house.ctx.db.rows<any>(sql`explain query plan ${st}`)).map((r) => r.detail)))
  }
  const times: string[] = []
  for (let i = 1; i < 40; i++) {
    const t = performance.now()
    await house.call('PUT', `/books/${bIds[i * 101]}/progress`, { as: 'ann', body: { currentPage: 4 + (i % 3), happenedAt: new Date().toISOString() } })
    times.push((performance.now() - t).toFixed(1))
  }
  console.log('time put', times.slice(5).join(' '))
  await house.close()
}, 120_000)
