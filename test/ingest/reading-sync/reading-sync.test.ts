/** Reading sync: changes on both sides, changes that wait for a user, and undo. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { series } from '../../../src/catalog/series/schema'
import { connections } from '../../../src/ingest/connections/schema'
import { schedules } from '../../../src/platform/jobs/schema'
import { bookCompletions, readingEvents } from '../../../src/reading/progress/schema'
import { seedLibrary } from '../../support/seed'
import { waitUntil } from '../../support/wait-until'
import { entry } from './list-servers'
import { startSyncServer } from './sync-server'

let home: Awaited<ReturnType<typeof startSyncServer>>
let lastWork = 0
beforeAll(async () => {
  home = await startSyncServer()
})
afterAll(() => home.close())
beforeEach(async () => {
  home.anilist.entries.clear()
  home.anilist.writes.length = 0
  home.anilist.token = 'good-token'
  await home.server.ctx.write(async (tx) => {
    await tx.delete(connections)
    await tx.delete(series)
  })
})

const newWork = () => ++lastWork
const listChanges = async ({ id }: { id: string }, as = 'ann') =>
  (await home.call('GET', `${home.idOf('anilist')}/sync/runs/${id}/changes`, { as })).data

/** Connects and runs the first sync. */
async function connectAndSettle() {
  await home.connect()
  const run = await home.sync()
  if (run?.state === 'waiting') await home.act(run, 'approve')
}

describe('the first sync', () => {
  test('changes nothing before it was approved', async () => {
    const [read, known] = [newWork(), newWork()]
    const mine = await home.addWork(read, { title: 'Mine' })
    const theirs = await home.addWork(known, { title: 'Theirs' })
    await home.read(mine.books.slice(0, 3))
    home.anilist.entries.set(known, entry({ progress: 5 }))
    await home.connect()
    const run = await home.sync()
    expect(run).toMatchObject({ state: 'waiting', pulled: 1, pushed: 1, failed: 0 })
    const changes = await listChanges(run)
    expect(changes).toContainEqual(
      expect.objectContaining({ direction: 'pull', title: 'Theirs', books: 5, chapters: 5 }),
    )
    expect(changes).toContainEqual(
      expect.objectContaining({ direction: 'push', title: 'Mine', chapters: 3, status: 'reading' }),
    )
    expect(await home.listRead(theirs.books)).toEqual([])
    expect(home.anilist.writes).toEqual([])

    expect(await home.act(run, 'approve')).toMatchObject({ state: 'done', pulled: 1, pushed: 1 })
    expect(await home.listRead(theirs.books)).toEqual([1, 2, 3, 4, 5])
    expect(home.anilist.entries.get(read)).toMatchObject({ progress: 3, status: 'CURRENT' })
  })

  test('applies only what was seen', async () => {
    const [seen, unseen] = [newWork(), newWork()]
    const one = await home.addWork(seen)
    const other = await home.addWork(unseen)
    home.anilist.entries.set(seen, entry({ progress: 2 }))
    await home.connect()
    const run = await home.sync()
    home.anilist.entries.set(unseen, entry({ progress: 4 }))
    await home.act(run, 'approve')
    expect(await home.listRead(one.books)).toEqual([1, 2])
    expect(await home.listRead(other.books)).toEqual([])
    await home.sync()
    expect(await home.listRead(other.books)).toEqual([1, 2, 3, 4])
  })

  test('without a difference needs no approval', async () => {
    await home.addWork(newWork())
    await home.connect()
    expect(await home.sync()).toBeUndefined()
    const status = await home.call('GET', `${home.idOf('anilist')}/sync/status`)
    expect(status).toMatchObject({ healthStatus: 'healthy', pendingPull: null })
  })
})

describe('a sync', () => {
  test('changes nothing the second time, and lowers neither side', async () => {
    const work = newWork()
    const { books } = await home.addWork(work)
    await home.read(books.slice(0, 6))
    await connectAndSettle()
    expect(home.anilist.entries.get(work)?.progress).toBe(6)
    home.anilist.writes.length = 0
    await home.call('POST', `/books/${books[5]}/unread`)
    await home.sync()
    expect(home.anilist.entries.get(work)?.progress).toBe(6)
    expect(await home.listRead(books)).toEqual([1, 2, 3, 4, 5])
    home.anilist.entries.get(work)!.progress = 2
    await home.sync()
    expect(await home.listRead(books)).toEqual([1, 2, 3, 4, 5])
    expect(home.anilist.writes).toEqual([])
  })

  test('dates what it marks by the service, and completes nothing twice', async () => {
    const work = newWork()
    const { books } = await home.addWork(work, { count: 3 })
    await connectAndSettle()
    await home.read(books.slice(0, 1))
    const updatedAt = Math.floor(Date.now() / 1000) - 86_400
    home.anilist.entries.set(work, entry({ progress: 3, updatedAt }))
    await home.sync()
    expect(await home.listRead(books)).toEqual([1, 2, 3])
    const history = await home.call('GET', `/books/${books[0]}/read-history`)
    expect(history.entries).toHaveLength(1)
    const pulled = await home.call('GET', `/books/${books[1]}/read-history`)
    expect(pulled.entries[0].completedAt).toBe(new Date(updatedAt * 1000).toISOString())
  })

  test('finishes a work that has ended and is read', async () => {
    const work = newWork()
    const { books } = await home.addWork(work, { count: 2, total: 2 })
    await connectAndSettle()
    await home.read(books)
    await home.sync()
    expect(home.anilist.entries.get(work)).toMatchObject({ status: 'COMPLETED', progress: 2 })
  })

  test('keeps a work dropped that was dropped at the service', async () => {
    const work = newWork()
    const { books } = await home.addWork(work)
    await home.read(books.slice(0, 2))
    home.anilist.entries.set(work, entry({ status: 'DROPPED', progress: 5 }))
    await connectAndSettle()
    expect(home.anilist.entries.get(work)).toMatchObject({ status: 'DROPPED', progress: 5 })
    expect(home.anilist.writes).toEqual([])
  })

  test('counts volumes as volumes', async () => {
    const work = newWork()
    const { books } = await home.addWork(work, { unit: 'volume', count: 4 })
    home.anilist.entries.set(work, entry({ progress: 40, progressVolumes: 3 }))
    await connectAndSettle()
    expect(await home.listRead(books)).toEqual([1, 2, 3])
    await home.read(books)
    await home.sync()
    expect(home.anilist.entries.get(work)).toMatchObject({ progress: 40, progressVolumes: 4 })
  })

  test('takes planned works into the want-to-read list', async () => {
    const work = newWork()
    const { id } = await home.addWork(work)
    home.anilist.entries.set(work, entry({ status: 'PLANNING' }))
    await connectAndSettle()
    const { data } = await home.call('GET', '/want-to-read')
    expect(data.map((one: { seriesId: string }) => one.seriesId)).toContain(id)
  })

  test.each([
    { count: 200, state: 'done', read: 2 },
    { count: 201, state: 'waiting', read: 0 },
  ])('waits for the user above 200 books: $count', async ({ count, state, read }) => {
    const work = newWork()
    const { books } = await home.addWork(work, { count })
    await connectAndSettle()
    home.anilist.entries.set(work, entry({ progress: count }))
    const run = await home.sync()
    expect(run).toMatchObject({ state, pulled: 1 })
    expect(await home.listRead(books.slice(0, 2))).toHaveLength(read)
  })

  test('leaves out what the user cannot see', async () => {
    const work = newWork()
    await home.addWork(work)
    home.anilist.entries.set(work, entry({ progress: 3 }))
    const { id: other } = await seedLibrary(home.server)
    const path = `/users/${home.server.getUserId('ann')}/libraries`
    await home.call('PUT', path, { as: 'ada', body: { libraryIds: [other] } })
    await home.connect()
    expect(await home.sync()).toBeUndefined()
    await home.call('PUT', path, { as: 'ada', body: { libraryIds: null } })
    expect(await home.sync()).toMatchObject({ pulled: 1 })
  })

  test('goes on after a work that the service refuses', async () => {
    const [bad, good] = [newWork(), newWork()]
    await connectAndSettle()
    for (const work of [bad, good]) {
      const { books } = await home.addWork(work)
      await home.read(books.slice(0, 1))
    }
    home.anilist.failFor = `"mediaId":${bad}`
    home.anilist.failStatus = 404
    const run = await home.sync()
    home.anilist.failFor = undefined
    expect(run).toMatchObject({ state: 'done', pushed: 1, failed: 1 })
    expect(home.anilist.entries.get(good)?.progress).toBe(1)
    expect((await home.sync()).pushed).toBe(1)
    expect(home.anilist.entries.get(bad)?.progress).toBe(1)
  })
})

describe('undo', () => {
  test('restores both sides exactly, and the next sync does not repeat it', async () => {
    const { server } = home
    const [pushed, pulled, begun] = [newWork(), newWork(), newWork()]
    const mine = await home.addWork(pushed)
    const theirs = await home.addWork(pulled)
    const started = await home.addWork(begun)
    await connectAndSettle()
    const half = { body: { currentPage: 7 } }
    await home.call('PUT', `/books/${started.books[0]}/progress`, half)
    const before = await home.call('GET', `/books/${started.books[0]}/progress`)
    const countRows = async () => [
      await server.ctx.db.$count(readingEvents),
      await server.ctx.db.$count(bookCompletions),
    ]
    await home.read(mine.books.slice(0, 4))
    const rows = await countRows()
    home.anilist.entries.set(pulled, entry({ progress: 5 }))
    home.anilist.entries.set(begun, entry({ progress: 1 }))
    const run = await home.sync()
    expect(run).toMatchObject({ state: 'done', pulled: 2, pushed: 1 })
    expect(await home.listRead(started.books)).toEqual([1])

    expect(await home.act(run, 'undo')).toMatchObject({ state: 'undone' })
    expect(await home.listRead(theirs.books)).toEqual([])
    expect(home.anilist.entries.has(pushed)).toBe(false)
    expect(await home.call('GET', `/books/${started.books[0]}/progress`)).toEqual(before)
    expect(await countRows()).toEqual(rows)
    home.anilist.writes.length = 0
    await home.sync()
    expect(await home.listRead(theirs.books)).toEqual([])
    expect(home.anilist.writes).toEqual([])
  })

  test('keeps what has changed since', async () => {
    const [pushed, pulled] = [newWork(), newWork()]
    const mine = await home.addWork(pushed)
    const theirs = await home.addWork(pulled)
    await connectAndSettle()
    await home.read(mine.books.slice(0, 4))
    home.anilist.entries.set(pulled, entry({ progress: 2 }))
    const run = await home.sync()
    await home.call('PUT', `/books/${theirs.books[0]}/progress`, { body: { currentPage: 1 } })
    home.anilist.entries.get(pushed)!.progress = 9
    await home.act(run, 'undo')
    const states = (await listChanges(run)).map(({ state }: { state: string }) => state)
    expect(states).toEqual(['kept', 'kept'])
    expect(home.anilist.entries.get(pushed)?.progress).toBe(9)
    expect(await home.listRead(theirs.books)).toEqual([])
  })
})

describe('a connection', () => {
  test('is refused with a wrong token, and stores no token in clear', async () => {
    const body = { accessToken: 'wrong' }
    const path = `${home.idOf('anilist')}/credentials`
    const refused = await home.server.call('POST', path, { as: 'ann', body })
    expect(refused.status).toBe(400)
    expect(refused.body.details[0].path).toBe('accessToken')
    const connected = await home.connect()
    expect(connected).toMatchObject({ externalUsername: 'reader7', connected: true })
    expect(JSON.stringify(connected)).not.toContain('good-token')
    const rows = await home.server.ctx.db.select().from(connections)
    expect(JSON.stringify(rows)).not.toContain('good-token')
  })

  test('that the service no longer accepts asks to sign in again, and loses nothing', async () => {
    const work = newWork()
    const { books } = await home.addWork(work)
    await home.read(books.slice(0, 1))
    await connectAndSettle()
    home.anilist.token = 'other'
    await home.sync()
    const path = home.idOf('anilist')
    expect(await home.call('GET', path)).toMatchObject({
      connected: false,
      healthStatus: 'unhealthy',
      lastError: { code: 'connections.sign_in_again' },
    })
    const answer = await home.server.call('POST', `${path}/sync`, { as: 'ann' })
    expect(answer.status).toBe(409)
    await home.connect()
    home.anilist.writes.length = 0
    await home.read(books.slice(1, 2))
    expect(await home.sync()).toMatchObject({ state: 'done', pushed: 1 })
  })

  test('to Kitsu signs in with a password that is not stored', async () => {
    const work = newWork()
    const { books } = await home.addWork(work, { service: 'kitsu' })
    await home.read(books.slice(0, 2))
    const path = `${home.idOf('kitsu')}/credentials`
    const wrong = { username: 'reader7', password: 'wrong' }
    expect((await home.server.call('POST', path, { as: 'ann', body: wrong })).status).toBe(400)
    await home.connect({ service: 'kitsu' })
    const rows = await home.server.ctx.db.select().from(connections)
    expect(JSON.stringify(rows)).not.toContain('right')
    const run = await home.sync({ service: 'kitsu' })
    await home.act(run, 'approve', { service: 'kitsu' })
    expect(home.kitsu.entries.get(work)).toMatchObject({ progress: 2, status: 'current' })
    await home.read(books.slice(2, 3))
    const next = await home.sync({ service: 'kitsu' })
    expect(home.kitsu.entries.get(work)).toMatchObject({ progress: 3 })
    await home.act(next, 'undo', { service: 'kitsu' })
    expect(home.kitsu.entries.get(work)).toMatchObject({ progress: 2 })
    await home.call('DELETE', home.idOf('kitsu'))
  })

  test('renews its tokens before they expire', async () => {
    await home.connect({ service: 'kitsu' })
    const soon = new Date(Date.now() + 60_000)
    await home.server.ctx.write((tx) => tx.update(connections).set({ expiresAt: soon }))
    await home.sync({ service: 'kitsu' })
    const [row] = await home.server.ctx.db.select().from(connections)
    expect(row!.expiresAt!.getTime()).toBeGreaterThan(Date.now() + 86_400_000)
    await home.call('DELETE', home.idOf('kitsu'))
  })

  test('belongs to one user', async () => {
    await home.connect()
    const path = home.idOf('anilist')
    expect((await home.server.call('GET', path, { as: 'max' })).status).toBe(404)
    expect((await home.server.call('POST', `${path}/sync`, { as: 'max' })).status).toBe(404)
    expect((await home.call('GET', '/user/plugins', { as: 'max' })).enabled).toEqual([])
  })

  test('has a schedule while it synchronizes automatically', async () => {
    const listNames = async () =>
      (await home.server.ctx.db.select().from(schedules)).map(({ name }) => name)
    const { id } = await home.connect()
    expect(await listNames()).toContain(`sync:${id}`)
    const path = home.idOf('anilist')
    await home.call('PATCH', `${path}/sync-mode`, { body: { auto: false } })
    expect(await listNames()).not.toContain(`sync:${id}`)
    await home.call('PATCH', `${path}/sync-mode`, { body: { auto: true } })
    await home.call('DELETE', path)
    await waitUntil(async () => !(await listNames()).includes(`sync:${id}`))
    expect((await home.server.call('GET', path, { as: 'ann' })).status).toBe(404)
  })
})
