/** Reading sync: runs that end before they are finished. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { syncChanges, syncRuns, syncStates } from '../../../src/ingest/reading-sync/schema'
import { entry } from './list-servers'
import { startSyncServer } from './sync-server'

let home: Awaited<ReturnType<typeof startSyncServer>>
beforeAll(async () => {
  home = await startSyncServer()
})
afterAll(() => home.close())
beforeEach(() => home.reset())

/** Simulates a process that ended after sending the request and before storing the result. */
const forgetEnd = () =>
  home.server.ctx.write(async (tx) => {
    await tx.update(syncRuns).set({ state: 'running' })
    await tx.update(syncChanges).set({ state: 'planned' })
    await tx.delete(syncStates)
  })

test.each([0, 2])(
  'a push of a run that was killed is undone as a whole, after %p more',
  async (more) => {
    const { books } = await home.addWork(1)
    await home.settle()
    home.anilist.entries.set(1, entry({ progress: 1, status: 'PLANNING' }))
    await home.read(books.slice(0, 3))
    const run = await home.sync()
    expect(home.anilist.entries.get(1)).toMatchObject({ progress: 3, status: 'CURRENT' })
    await forgetEnd()
    await home.read(books.slice(3, 3 + more))
    expect(await home.sync()).toMatchObject({ id: run.id, state: 'done', pushed: 1 })
    expect(home.anilist.entries.get(1)).toMatchObject({ progress: 3 + more })
    await home.act(run, 'undo')
    expect(home.anilist.entries.get(1)).toMatchObject({ progress: 1, status: 'PLANNING' })
  },
)

test.each([429, 503])(
  'a service that answers %p stops the run, and the next one goes on',
  async (status) => {
    await home.settle()
    for (const work of [1, 2]) {
      const { books } = await home.addWork(work)
      await home.read(books.slice(0, 3))
    }
    let count = 0
    home.anilist.beforeWrite = () => {
      count += 1
      if (count === 1)
        Object.assign(home.anilist, { failFor: 'SaveMediaListEntry', failStatus: status })
    }
    const run = await home.sync()
    expect(home.anilist.entries.size).toBe(1)
    expect(run).toMatchObject({ pushed: 1 })
    home.anilist.failFor = undefined
    home.anilist.beforeWrite = undefined
    const next = await home.sync()
    expect(next).toMatchObject({ state: 'done', pushed: 1 })
    expect(next.id).not.toBe(run.id)
    expect(home.anilist.entries.size).toBe(2)
    await home.act(run, 'undo')
    expect(home.anilist.entries.size).toBe(1)
  },
)
