/** A user's list of notifications: contents, recipients and retention. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../../src/accounts/users/schema'
import { announceEnds } from '../../../src/admin/notifications/inbox/announce-job-ends'
import { deleteOldNotificationStates } from '../../../src/admin/notifications/inbox/inbox'
import { notificationStates } from '../../../src/admin/notifications/schema'
import { libraries } from '../../../src/catalog/libraries/schema'
import { updateAccessState } from '../../../src/catalog/libraries/scan-state'
import { matchLibraryJob } from '../../../src/ingest/metadata-matching/model'
import { matchRunItems, matchRuns } from '../../../src/ingest/metadata-matching/schema'
import { releases } from '../../../src/ingest/releases/schema'
import { purgeTrash } from '../../../src/ingest/trash/model'
import { storeFailedBackup } from '../../../src/admin/backup/results/failed-backup'
import { trashMessages } from '../../../src/ingest/trash/messages'
import { purges } from '../../../src/ingest/trash/schema'
import { scanLibraryJob } from '../../../src/ingest/scanning/model'
import { defineJob, handleJob } from '../../../src/platform/jobs/job'
import { jobs } from '../../../src/platform/jobs/schema'
import { seedLibrary } from '../../support/seed'
import { installation } from '../../../src/platform/db/schema'
import { waitUntil } from '../../support/wait-until'
import { minutesAgo, startChannelServer } from './channel-server'

type Home = Awaited<ReturnType<typeof startChannelServer>>
let home: Home
beforeAll(async () => {
  home = await startChannelServer()
  await home.server.ctx.write((tx) => tx.update(users).set({ createdAt: daysAgo(400) }))
})
afterAll(() => home.close())
beforeEach(async () => {
  await home.server.ctx.write(async (tx) => {
    await tx.delete(releases)
    await tx.delete(jobs)
    await tx.delete(purges)
    await tx.delete(matchRuns)
    await tx.delete(notificationStates)
    await tx.delete(installation).where(eq(installation.key, 'failed_backup'))
    await tx.update(libraries).set({ state: 'available', stateChangedAt: null })
  })
  await home.server.forgetEvents()
})

const daysAgo = (days: number) => minutesAgo(days * 1440)
const path = '/user/notifications'
const list = async (as: string, query = '') =>
  (await home.server.call('GET', `${path}${query}`, { as })).body
const listCodes = async (as: string) =>
  (await list(as)).data.map(({ code }: { code: string }) => code.split('.').at(-1))
const countUnread = async (as: string) => (await list(as, '?read=false&pageSize=1')).total
const markRead = (as: string, ids?: string[]) =>
  home.server.call('POST', `${path}/read`, { as, body: ids ? { ids } : {} })

async function failTask(finishedAt: Date, libraryId?: string): Promise<string> {
  const id = Bun.randomUUIDv7()
  const ended = { state: 'failed' as const, finishedAt, runAt: finishedAt }
  const payload = libraryId ? { libraryId } : {}
  const row = { id, kind: 'scan_library', payload, ...ended }
  await home.server.ctx.write((tx) => tx.insert(jobs).values(row))
  return id
}

describe('the list', () => {
  test('has the newest first, in pages, with a message and a link', async () => {
    await home.announce(2, minutesAgo(5))
    await home.announce(1, minutesAgo(1))
    const { data, total, totalPages, links } = await list('ann', '?pageSize=2')
    expect({ total, totalPages }).toEqual({ total: 3, totalPages: 2 })
    expect(links.next).toContain('page=2')
    expect(data[0]).toMatchObject({
      kind: 'release',
      code: 'notifications.news.release_chapter',
      params: { series: 'Harbor' },
      path: `/series/${home.series.id}`,
      read: false,
    })
    expect(data[0].message).toStartWith('New release: Harbor, chapter ')
    expect(data[0].happenedAt > data[1].happenedAt).toBe(true)
    expect((await list('ann', '?pageSize=2&page=2')).data).toHaveLength(1)
  })

  test('holds 500 of the last 90 days, and nothing older than the account', async () => {
    await home.announce(300, daysAgo(91))
    await home.announce(510, daysAgo(89))
    expect((await list('ann')).total).toBe(500)
    const createdAt = daysAgo(1)
    const isAnn = eq(users.id, home.server.getUserId('ann'))
    await home.server.ctx.write((tx) => tx.update(users).set({ createdAt }).where(isAnn))
    expect((await list('ann')).total).toBe(0)
    await home.server.ctx.write((tx) =>
      tx
        .update(users)
        .set({ createdAt: daysAgo(400) })
        .where(isAnn),
    )
  })
})

describe('what a user did with it', () => {
  test('one is read, then all; each user has their own marks', async () => {
    await home.announce(3)
    const [first] = (await list('ann')).data
    expect((await markRead('ann', [first.id])).status).toBe(204)
    expect(await countUnread('ann')).toBe(2)
    expect((await list('ann')).data[0]).toMatchObject({ id: first.id, read: true })
    expect(await countUnread('max')).toBe(3)
    await markRead('ann')
    expect(await countUnread('ann')).toBe(0)
    expect(await countUnread('max')).toBe(3)
  })

  test('a release is seen when it is read, and read when it is seen', async () => {
    await home.announce(2)
    const [first, second] = (await list('ann')).data
    await markRead('ann', [first.id])
    const unseen = await home.server.call('GET', '/releases?seen=false', { as: 'ann' })
    expect(unseen.body.data.map(({ id }: { id: string }) => id)).toEqual([second.id])
    await home.server.call('POST', '/releases/seen', { as: 'ann', body: { ids: [second.id] } })
    expect(await countUnread('ann')).toBe(0)
  })

  test('a deleted one is gone for its user only, and comes back if it happens again', async () => {
    const id = await failTask(minutesAgo(9))
    expect((await home.server.call('DELETE', `${path}/${id}`, { as: 'ada' })).status).toBe(204)
    expect(await list('ada')).toMatchObject({ total: 0 })
    expect((await home.server.call('DELETE', `${path}/${id}`, { as: 'ada' })).status).toBe(404)
    expect((await list('max')).total).toBe(1)
    await home.server.ctx.write((tx) => tx.update(jobs).set({ finishedAt: minutesAgo(1) }))
    expect((await list('ada')).data).toMatchObject([{ id, read: false }])
  })

  test('other windows of the same user are told, nobody else', async () => {
    await failTask(minutesAgo(1))
    await markRead('max')
    await waitUntil(() => home.server.events.length > 0)
    expect(home.server.events).toMatchObject([
      { type: 'notifications_updated', userId: home.server.getUserId('max') },
    ])
  })

  test('marks are deleted after 90 days', async () => {
    const id = await failTask(daysAgo(89))
    await markRead('ada', [id])
    const states = () => home.server.ctx.db.$count(notificationStates)
    await deleteOldNotificationStates(home.server.ctx)
    expect(await states()).toBe(1)
    await home.server.ctx.write((tx) =>
      tx.update(notificationStates).set({ happenedAt: daysAgo(91) }),
    )
    await deleteOldNotificationStates(home.server.ctx)
    expect(await states()).toBe(0)
  })
})

describe('rights', () => {
  test('nothing of libraries that the user can no longer see, and no foreign marks', async () => {
    await home.announce(1)
    const [release] = (await list('ann')).data
    const access = `/users/${home.server.getUserId('ann')}/libraries`
    const other = await seedLibrary(home.server)
    const setAccess = (libraryIds: string[] | null) =>
      home.server.call('PUT', access, { as: 'ada', body: { libraryIds } })
    await setAccess([other.id])
    expect(await list('ann')).toMatchObject({ total: 0, data: [] })
    expect((await home.server.call('DELETE', `${path}/${release.id}`, { as: 'ann' })).status).toBe(
      404,
    )
    await markRead('ann', [release.id])
    await setAccess(null)
    expect(await countUnread('ann')).toBe(1)
  })

  test('dismissed releases are gone', async () => {
    await home.announce(1)
    const [{ id }] = (await list('ada')).data
    await home.server.call('POST', `/releases/${id}/dismiss`, { as: 'ada' })
    expect((await list('ann')).total).toBe(0)
  })

  test('failed tasks are for those who may see them', async () => {
    await failTask(minutesAgo(1))
    expect([await listCodes('ann'), await listCodes('max'), await listCodes('ada')]).toEqual([
      [],
      ['failed_task'],
      ['failed_task'],
    ])
  })

  test('a failed backup is for administrators', async () => {
    const values = {
      id: Bun.randomUUIDv7(),
      kind: 'book' as const,
      targetId: home.series.id,
      libraryId: home.series.libraryId,
      name: 'Harbor',
      status: 'failed' as const,
      completedAt: minutesAgo(1),
      createdAt: minutesAgo(2),
    }
    const message = trashMessages.backup_failed({ detail: 'no space' })
    const failed = { ...values, id: Bun.randomUUIDv7(), message: trashMessages.failed() }
    await home.server.ctx.write((tx) => tx.insert(purges).values([{ ...values, message }, failed]))
    expect([await listCodes('max'), await listCodes('ada')]).toEqual([[], ['failed_backup']])
  })

  test('a backup that a command failed to make is for administrators', async () => {
    await storeFailedBackup(home.server.ctx, 'The disk only has 3 MB free.')
    expect([await listCodes('max'), await listCodes('ada')]).toEqual([
      [],
      ['failed_backup_command'],
    ])
    await storeFailedBackup(home.server.ctx, 'x'.repeat(5_000))
    expect(await listCodes('ada')).toHaveLength(1)
  })

  test('a match run is for the user who started it', async () => {
    const { series } = home
    const run = { libraryId: series.libraryId, createdAt: minutesAgo(5) }
    const ended = { ...run, state: 'completed' as const, finishedAt: minutesAgo(1) }
    const own = { ...ended, id: Bun.randomUUIDv7(), userId: home.server.getUserId('max') }
    await home.server.ctx.write(async (tx) => {
      await tx.insert(matchRuns).values([own, { ...ended, id: Bun.randomUUIDv7() }])
      await tx
        .insert(matchRunItems)
        .values({ runId: own.id, seriesId: series.id, state: 'review' as const })
    })
    expect(await listCodes('ada')).toEqual([])
    expect(await listCodes('max')).toEqual(['matching_review'])
    await home.server.ctx.write((tx) => tx.update(matchRunItems).set({ state: 'applied' }))
    expect(await listCodes('max')).toEqual(['matched'])
    await home.server.ctx.write((tx) => tx.update(matchRuns).set({ state: 'running' }))
    expect(await listCodes('max')).toEqual([])
  })

  test('a library that waits for a confirmation is for those who may give it', async () => {
    const { ctx } = home.server
    const wait = (now: Date) =>
      ctx.write((tx) =>
        updateAccessState(tx, home.series.libraryId, {
          state: 'awaiting_confirmation',
          reason: trashMessages.failed(),
          now,
        }),
      )
    await wait(minutesAgo(5))
    await wait(minutesAgo(1))
    expect([await listCodes('ann'), await listCodes('max')]).toEqual([[], ['scan_confirmation']])
    const [{ happenedAt }] = (await list('max')).data
    expect(new Date(happenedAt).getTime()).toBeLessThan(minutesAgo(4).getTime())
  })
})

describe('the end of a job', () => {
  const failing = defineJob<{ libraryId?: string }>('test_failing', { maxAttempts: 1 })

  beforeAll(() => {
    const { engine, ctx } = home.server
    const registrations = [
      handleJob(failing, () => Promise.reject(new Error('broken'))),
      handleJob(matchLibraryJob, async ({ payload: { runId } }) => async (tx) => {
        const ended = { state: 'completed' as const, finishedAt: new Date() }
        await tx.update(matchRuns).set(ended).where(eq(matchRuns.id, runId))
      }),
      handleJob(scanLibraryJob, async () => undefined),
      handleJob(purgeTrash, async () => undefined),
    ]
    engine.register(announceEnds(ctx, registrations))
  })

  const listTold = () =>
    home.server.events
      .filter(({ type }) => type === 'notifications_updated')
      .map(({ userId }) => userId)
      .toSorted()

  test('is told to those who may see the failure', async () => {
    const { ctx } = home.server
    await ctx.write((tx) => ctx.queue.enqueue(tx, failing, {}))
    await waitUntil(() => listTold().length > 1)
    expect(listTold()).toEqual(['ada', 'max'].map(home.server.getUserId).toSorted())
    expect(await countUnread('ada')).toBe(1)
  })

  test('is told to the user who started the run', async () => {
    const { ctx } = home.server
    const userId = home.server.getUserId('max')
    const runId = Bun.randomUUIDv7()
    const values = { id: runId, libraryId: home.series.libraryId, userId, createdAt: new Date() }
    await ctx.write(async (tx) => {
      await tx.insert(matchRuns).values(values)
      await ctx.queue.enqueue(tx, matchLibraryJob, { runId })
    })
    await waitUntil(() => listTold().length > 0)
    expect(listTold()).toEqual([userId])
    expect(await listCodes('max')).toEqual(['matched'])
  })
})
