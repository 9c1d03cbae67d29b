/**
 * Undo of a sync: it reverts what has not changed since the sync, and the next sync does not repeat
 * it.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mergeReading } from '../../../src/reading/progress/copies/merge-reading'
import { refreshSeriesProgress } from '../../../src/reading/progress/series/series-progress'
import { seriesCompletions } from '../../../src/reading/progress/schema'
import { entry } from './list-servers'
import { startSyncServer } from './sync-server'

let home: Awaited<ReturnType<typeof startSyncServer>>
beforeAll(async () => {
  home = await startSyncServer()
})
afterAll(() => home.close())
beforeEach(() => home.reset())

const dayAgo = () => Math.floor(Date.now() / 1000) - 86_400

describe('at the service', () => {
  test.each([{ score: 80 }, { notes: 'Great' }, { progressVolumes: 2 }])(
    'a new entry that got %p since stays',
    async (added) => {
      const { books } = await home.addWork(1)
      await home.settle()
      await home.read(books.slice(0, 3))
      const run = await home.sync()
      Object.assign(home.anilist.entries.get(1)!, added)
      await home.act(run, 'undo')
      expect(home.anilist.entries.get(1)).toMatchObject({ progress: 3, ...added })
      expect(await home.listChanges(run)).toMatchObject([{ state: 'kept' }])
    },
  )

  test('a status stays as it was restored, until more is read', async () => {
    const { books } = await home.addWork(1)
    home.anilist.entries.set(1, entry({ status: 'PLANNING' }))
    await home.settle()
    await home.read(books.slice(0, 3))
    const run = await home.sync()
    expect(home.anilist.entries.get(1)).toMatchObject({ status: 'CURRENT', progress: 3 })
    await home.act(run, 'undo')
    home.anilist.writes.length = 0
    await home.sync()
    expect(home.anilist.writes).toEqual([])
    expect(home.anilist.entries.get(1)).toMatchObject({ status: 'PLANNING', progress: 0 })
    await home.read(books.slice(3, 4))
    await home.sync()
    expect(home.anilist.entries.get(1)).toMatchObject({ status: 'CURRENT', progress: 4 })
  })
})

describe('here', () => {
  test('a series that a pull completed is not completed afterwards', async () => {
    const { id, books } = await home.addWork(1, { count: 3 })
    await home.settle()
    await home.read(books.slice(2, 3))
    home.anilist.entries.set(1, entry({ progress: 2, updatedAt: dayAgo() }))
    const run = await home.sync()
    expect(await home.listRead(books)).toEqual([1, 2, 3])
    expect(await home.server.ctx.db.$count(seriesCompletions)).toBe(1)
    await home.act(run, 'undo')
    expect(await home.listRead(books)).toEqual([3])
    expect(await home.server.ctx.db.$count(seriesCompletions)).toBe(0)
    expect(id).toBeString()
  })

  test('a pull is not repeated if the push of the same work failed', async () => {
    const { books } = await home.addWork(1)
    await home.settle()
    // After books 1 and 2 are pulled, Quire has more books read than AniList.
    await home.read(books.slice(2, 4))
    home.anilist.entries.set(1, entry({ progress: 2 }))
    home.anilist.failFor = 'SaveMediaListEntry'
    home.anilist.failStatus = 404
    const run = await home.sync()
    home.anilist.failFor = undefined
    expect(run).toMatchObject({ pulled: 1, failed: 1 })
    expect(await home.listRead(books)).toEqual([1, 2, 3, 4])
    await home.act(run, 'undo')
    await home.sync()
    expect(await home.listRead(books)).toEqual([3, 4])
  })

  test('another edition that was marked with the one that was read is not marked again', async () => {
    await home.settle()
    const one = await home.addWork(1)
    const other = await home.addWork(1, { title: 'Other edition' })
    await home.read(one.books.slice(0, 3))
    await home.act(await home.sync(), 'undo')
    expect(await home.listRead(other.books)).toEqual([])
    home.anilist.writes.length = 0
    await home.sync()
    expect(await home.listRead(other.books)).toEqual([])
    expect(await home.listRead(one.books)).toEqual([1, 2, 3])
    expect(home.anilist.writes).toEqual([])
  })

  test.each(['read', 'begun'])('what a copy brought that was %s stays', async (how) => {
    await home.settle()
    const { id: seriesId, books } = await home.addWork(1, { count: 1 })
    const copy = await home.addWork(2, { count: 1 })
    const [from, to] = [copy.books[0]!, books[0]!]
    if (how === 'read') await home.read([from])
    else await home.call('PUT', `/books/${from}/progress`, { body: { currentPage: 9 } })
    // This entry is newer than the user data of the copy.
    const updatedAt = Math.floor(Date.now() / 1000) + 60
    home.anilist.entries.set(1, entry({ progress: 1, updatedAt }))
    const run = await home.sync()
    await home.server.ctx.write(async (tx) => {
      await mergeReading(tx, from, { id: to, seriesId })
      await refreshSeriesProgress(tx, [seriesId])
    })
    await home.act(run, 'undo')
    const { body } = await home.server.call('GET', `/books/${to}/progress`, { as: 'ann' })
    expect(body).toMatchObject({ completed: true })
  })
})
