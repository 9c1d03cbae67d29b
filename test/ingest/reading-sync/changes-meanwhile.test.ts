/** Reading sync: changes while it runs, or between its preview and its approval. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../../src/accounts/users/schema'
import { connections } from '../../../src/ingest/connections/schema'
import { syncReadingJob } from '../../../src/ingest/reading-sync/model'
import { syncRuns, syncStates } from '../../../src/ingest/reading-sync/schema'
import type { Tx } from '../../../src/platform/db/store'
import { seedLibrary } from '../../support/seed'
import { waitUntil } from '../../support/wait-until'
import { entry } from './list-servers'
import { startSyncServer } from './sync-server'

let home: Awaited<ReturnType<typeof startSyncServer>>
beforeAll(async () => {
  home = await startSyncServer()
})
afterAll(() => home.close())
beforeEach(() => home.reset())

/** Reads parts of two works, both of which have to be pushed. */
async function readTwo({ service = 'anilist' } = {}) {
  for (const work of [1, 2]) {
    const { books } = await home.addWork(work, { service })
    await home.read(books.slice(0, 3))
  }
}

/** Calls `act` once, before the first change at the service is made. */
function atFirstWrite(server: 'anilist' | 'kitsu', act: () => unknown) {
  let isDone = false
  home[server].beforeWrite = async () => {
    if (isDone) return
    isDone = true
    await act()
  }
}

test('an entry that grew during the run is not lowered', async () => {
  await home.settle()
  await readTwo()
  const grow = (work: number) => home.anilist.entries.set(work, entry({ progress: 8 }))
  atFirstWrite('anilist', () => {
    // Both entries grow, because either of them may be sent second.
    const [first] = home.anilist.entries.keys()
    expect(first).toBeUndefined()
    grow(1)
    grow(2)
  })
  await home.sync()
  const progress = [...home.anilist.entries.values()].map((one) => one.progress)
  // The first change was already being sent, so it overwrites the new value.
  expect(progress.toSorted()).toEqual([3, 8])
})

test('an entry that was completed during the run stays completed', async () => {
  await readTwo()
  for (const work of [1, 2]) home.anilist.entries.set(work, entry({ status: 'PLANNING' }))
  await home.connect()
  const run = await home.sync()
  atFirstWrite('anilist', () => {
    for (const work of [1, 2]) {
      home.anilist.entries.set(work, entry({ status: 'COMPLETED', progress: 3 }))
    }
  })
  await home.act(run, 'approve')
  const statuses = [...home.anilist.entries.values()].map((one) => one.status)
  expect(statuses.toSorted()).toEqual(['COMPLETED', 'CURRENT'])
})

test('another account that is connected during a run gets a preview of its own', async () => {
  await readTwo()
  await home.connect()
  const run = await home.sync()
  let old: unknown[] = []
  atFirstWrite('anilist', async () => {
    Object.assign(home.anilist, { token: 'other-token', accountId: 78 })
    await home.connect()
    // The run can continue, because the previous token works again.
    Object.assign(home.anilist, { token: 'good-token', accountId: 77 })
    old = [...home.anilist.entries]
  })
  await home.act(run, 'approve')
  await waitUntil(async () => {
    const { data } = await home.call('GET', `${home.idOf('anilist')}/sync/runs`)
    return data.every(({ state }: { state: string }) => state !== 'running')
  })
  expect(old).toEqual([])
  expect(await home.server.ctx.db.$count(syncStates)).toBe(0)
  Object.assign(home.anilist, { token: 'other-token', accountId: 78 })
  home.anilist.entries.clear()
  home.anilist.writes.length = 0
  await waitUntil(async () => {
    const { status } = await home.server.call('POST', `${home.idOf('anilist')}/sync`, { as: 'ann' })
    return status === 200
  })
  expect(await home.waitForEnd()).toMatchObject({ state: 'waiting', pushed: 2 })
  expect(home.anilist.writes).toEqual([])
})

test.each(['disable', 'disconnect'])('after %s, nothing more is sent', async (how) => {
  await readTwo()
  await home.connect()
  const run = await home.sync()
  const path = home.idOf('anilist')
  atFirstWrite('anilist', () =>
    how === 'disable' ? home.call('POST', `${path}/disable`) : home.call('DELETE', path),
  )
  await home.call('POST', `${path}/sync/runs/${run.id}/approve`)
  await waitUntil(async () => {
    const answer = await home.server.call('GET', `${path}/sync/status`, { as: 'ann' })
    return answer.status === 404 || !answer.body.syncing
  })
  expect(home.anilist.writes).toHaveLength(1)
})

test('a token that ends during a run asks to sign in again', async () => {
  await readTwo({ service: 'kitsu' })
  await home.connect({ service: 'kitsu' })
  const run = await home.sync({ service: 'kitsu' })
  home.kitsu.oauth.refusesRenewal = true
  atFirstWrite('kitsu', () => void (home.kitsu.token = 'other'))
  const ended = await home.act(run, 'approve', { service: 'kitsu' })
  expect(ended).toMatchObject({ state: 'failed', error: { code: 'connections.sign_in_again' } })
  expect(await home.call('GET', home.idOf('kitsu'))).toMatchObject({
    connected: false,
    healthStatus: 'unhealthy',
  })
})

test('a token that ends during a run is renewed if the service does that', async () => {
  await readTwo({ service: 'kitsu' })
  await home.connect({ service: 'kitsu' })
  const run = await home.sync({ service: 'kitsu' })
  atFirstWrite('kitsu', () => void (home.kitsu.token = 'other'))
  const ended = await home.act(run, 'approve', { service: 'kitsu' })
  expect(ended).toMatchObject({ state: 'done', pushed: 2 })
})

test('approval pulls no more than what was seen', async () => {
  const { books } = await home.addWork(1)
  home.anilist.entries.set(1, entry({ progress: 2 }))
  await home.connect()
  const run = await home.sync()
  expect(await home.listChanges(run)).toMatchObject([{ books: 2, chapters: 2 }])
  home.anilist.entries.set(1, entry({ progress: 7 }))
  await home.act(run, 'approve')
  expect(await home.listRead(books)).toEqual([1, 2])
  expect(await home.listChanges(run)).toMatchObject([{ books: 2, chapters: 2, state: 'done' }])
  await home.sync()
  expect(await home.listRead(books)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('a preview that is no longer needed does not stay', async () => {
  const { books } = await home.addWork(1)
  await home.read(books.slice(0, 2))
  await home.connect()
  expect(await home.sync()).toMatchObject({ state: 'waiting' })
  home.anilist.entries.set(1, entry({ progress: 2 }))
  expect(await home.sync()).toBeUndefined()
  expect(await home.call('GET', `${home.idOf('anilist')}/sync/status`)).toMatchObject({
    pendingPush: null,
  })
})

test('an undo whose user may no longer sign in ends, and can be repeated', async () => {
  const { books } = await home.addWork(1)
  await home.settle()
  await home.read(books.slice(0, 2))
  const run = await home.sync()
  const { ctx, getUserId } = home.server
  const setActive = (tx: Tx, isActive: boolean) =>
    tx
      .update(users)
      .set({ isActive })
      .where(eq(users.id, getUserId('ann')))
  const [connection] = await ctx.db.select().from(connections)
  await ctx.write(async (tx) => {
    const payload = { connectionId: connection!.id, undoneRunId: run.id }
    await ctx.queue.enqueue(tx, syncReadingJob, payload)
    await tx.update(syncRuns).set({ state: 'undoing' }).where(eq(syncRuns.id, run.id))
    await setActive(tx, false)
  })
  const isUndoing = eq(syncRuns.state, 'undoing')
  await waitUntil(async () => (await ctx.db.$count(syncRuns, isUndoing)) === 0)
  await ctx.write((tx) => setActive(tx, true))
  expect(await home.waitForEnd()).toMatchObject({ id: run.id, state: 'done' })
  expect(await home.act(run, 'undo')).toMatchObject({ id: run.id, state: 'undone' })
})

test('what is pulled does not wait for what is pushed', async () => {
  await home.settle()
  await readTwo()
  const { books } = await home.addWork(3)
  const updatedAt = Math.floor(Date.now() / 1000) - 86_400
  home.anilist.entries.set(3, entry({ progress: 4, updatedAt }))
  let pulled: number[] = []
  atFirstWrite('anilist', async () => void (pulled = await home.listRead(books)))
  await home.sync()
  expect(pulled).toEqual([1, 2, 3, 4])
})

test('what a person entered at the service after the preview is not undone', async () => {
  const { books } = await home.addWork(1)
  await home.read(books.slice(0, 3))
  home.anilist.entries.set(1, entry({ progress: 1 }))
  await home.connect()
  const run = await home.sync()
  home.anilist.entries.set(1, entry({ progress: 3 }))
  await home.read(books.slice(3, 5))
  await home.act(run, 'approve')
  expect(home.anilist.entries.get(1)).toMatchObject({ progress: 5 })
  await home.act(run, 'undo')
  expect(home.anilist.entries.get(1)).toMatchObject({ progress: 3 })
})

test('a change whose answer was lost can be undone', async () => {
  const { books } = await home.addWork(1, { service: 'kitsu' })
  await home.read(books.slice(0, 3))
  await home.connect({ service: 'kitsu' })
  const run = await home.sync({ service: 'kitsu' })
  home.kitsu.isAnswerLost = true
  const done = await home.act(run, 'approve', { service: 'kitsu' })
  expect(done).toMatchObject({ pushed: 1, failed: 0 })
  expect(home.kitsu.entries.get(1)).toMatchObject({ progress: 3 })
  await home.act(run, 'undo', { service: 'kitsu' })
  expect(home.kitsu.entries.size).toBe(0)
})

test('a run does not name series that the user may no longer see', async () => {
  const { books } = await home.addWork(1)
  await home.read(books.slice(0, 3))
  await home.connect()
  const run = await home.sync()
  expect(await home.listChanges(run)).toHaveLength(1)
  const { id: other } = await seedLibrary(home.server)
  const path = `/users/${home.server.getUserId('ann')}/libraries`
  await home.call('PUT', path, { as: 'ada', body: { libraryIds: [other] } })
  expect(await home.listChanges(run)).toEqual([])
  await home.call('PUT', path, { as: 'ada', body: { libraryIds: null } })
  expect(await home.listChanges(run)).toHaveLength(1)
})

test('S1: a run does not name series that an age limit or a tag hides', async () => {
  const { id, books } = await home.addWork(1)
  await home.read(books.slice(0, 3))
  await home.connect()
  const run = await home.sync()
  const ada = (method: string, path: string, body: object) =>
    home.call(method, path, { as: 'ada', body })
  const restrict = (body: object) =>
    ada('PATCH', `/users/${home.server.getUserId('ann')}/restrictions`, body)
  const tag = await ada('POST', '/admin/sharing-tags', { name: 'Secret' })
  await ada('PUT', `/series/${id}/sharing-tags`, { sharingTagIds: [tag.id] })
  const count = async () => (await home.listChanges(run)).length
  expect(await count()).toBe(1)
  await restrict({ ageLimit: 12, hidesUnrated: true })
  expect(await count()).toBe(0)
  await restrict({ ageLimit: null, deniedTagIds: [tag.id] })
  expect(await count()).toBe(0)
  await restrict({ deniedTagIds: [] })
  expect(await count()).toBe(1)
})

test('reading in one of two editions marks the other one at once', async () => {
  await home.settle()
  const one = await home.addWork(1)
  const other = await home.addWork(1, { title: 'Other edition' })
  await home.read(one.books.slice(0, 3))
  await home.sync()
  expect(await home.listRead(other.books)).toEqual([1, 2, 3])
  expect(home.anilist.entries.get(1)).toMatchObject({ progress: 3 })
  expect(await home.sync()).toMatchObject({ pulled: 1, pushed: 1 })
  expect((await home.call('GET', `${home.idOf('anilist')}/sync/runs`)).total).toBe(1)
})
