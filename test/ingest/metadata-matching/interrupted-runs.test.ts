/**
 * If jobs of a run are interrupted or run in two processes at once, nothing is lost or applied
 * twice.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { metadataChangeSets } from '../../../src/catalog/metadata/schema'
import { matchRun } from '../../../src/ingest/metadata-matching/runs/match-run'
import { matchRunItems } from '../../../src/ingest/metadata-matching/schema'
import { undoMatchRun } from '../../../src/ingest/metadata-matching/runs/undo-run'
import { covers } from '../../../src/artwork/covers/schema'
import { inIds } from '../../../src/platform/db/sql'
import type { Job, JobHandler } from '../../../src/platform/jobs/job'
import { waitUntil } from '../../support/wait-until'
import { type MatchingServer, startMatchingServer } from './matching-server'

let matching: MatchingServer
beforeAll(async () => {
  matching = await startMatchingServer({ runsJobs: false })
})
afterAll(() => matching.close())

type Run = (
  ctx: MatchingServer['server']['ctx'],
  job: Job<{ runId: string }>,
  signal: AbortSignal,
) => ReturnType<JobHandler>

/** Runs a job as the job engine does. */
async function runJob(run: Run, runId: string, signal = new AbortController().signal) {
  const { ctx } = matching.server
  const job = { id: '', kind: '', attempts: 1, maxAttempts: 10, payload: { runId } }
  let isDone = false
  const finish = async () => {
    try {
      const write = await run(ctx, job, signal)
      if (write) await ctx.write((tx) => write(tx))
      return 'done'
    } catch (error) {
      return error
    } finally {
      isDone = true
    }
  }
  const ended = finish()
  await waitUntil(async () => {
    await matching.resetRateLimits()
    return isDone
  })
  return ended
}

async function startRun(titles: readonly string[]) {
  const { library, series } = await matching.addLibrary(titles)
  await matching.useOnly(library, ['anilist', 'mangaupdates'])
  return { runId: await matching.startRun(library), ids: series.map(({ id }) => id) }
}

const listChanges = (runId: string) =>
  matching.server.ctx.db
    .select({ seriesId: metadataChangeSets.seriesId, undoneAt: metadataChangeSets.undoneAt })
    .from(metadataChangeSets)
    .where(eq(metadataChangeSets.runId, runId))

const listSources = async (ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => (await matching.call('GET', `/series/${id}`)).selectedCoverSource),
  )

const countCovers = (ids: readonly string[]) =>
  matching.server.ctx.db.$count(covers, inIds(covers.seriesId, ids))

const known = ['Vinland Saga', 'One Piece', 'Yotsuba']

test('two processes with the same run apply and undo each work once', async () => {
  const { runId, ids } = await startRun([...known, ...known, 'Nothing like it'])
  const results = await Promise.all([runJob(matchRun, runId), runJob(matchRun, runId)])
  expect(results).toEqual(['done', 'done'])
  const run = await matching.call('GET', `/metadata-runs/${runId}`)
  expect(run).toMatchObject({ state: 'completed', counts: { applied: 6, none: 1, waiting: 0 } })
  expect((await listChanges(runId)).map(({ seriesId }) => seriesId).toSorted()).toEqual(
    ids.slice(0, 6).toSorted(),
  )
  expect(await countCovers(ids)).toBe(6)
  await matching.call('POST', `/metadata-runs/${runId}/undo`)
  const undone = await Promise.all([runJob(undoMatchRun, runId), runJob(undoMatchRun, runId)])
  expect(undone).toEqual(['done', 'done'])
  expect((await listChanges(runId)).every(({ undoneAt }) => undoneAt !== null)).toBe(true)
  expect(await countCovers(ids)).toBe(0)
  for (const id of ids) {
    expect((await matching.call('GET', `/series/${id}`)).metadata.year).toBeNull()
  }
}, 60_000)

test('a run goes on with what was added while it ended', async () => {
  const { runId } = await startRun(known)
  const { ctx } = matching.server
  const isOfRun = eq(matchRunItems.runId, runId)
  const addAndEnd: Run = async (...given) => {
    const end = await matchRun(...given)
    await ctx.write((tx) => tx.update(matchRunItems).set({ state: 'waiting' }).where(isOfRun))
    return end
  }
  expect(await runJob(addAndEnd, runId)).toBe('done')
  expect((await matching.call('GET', `/metadata-runs/${runId}`)).state).toBe('running')
  expect(await runJob(matchRun, runId)).toBe('done')
  const run = await matching.call('GET', `/metadata-runs/${runId}`)
  expect(run).toMatchObject({ state: 'completed', counts: { applied: 3, waiting: 0 } })
}, 60_000)

test('a run that is interrupted while it loads a cover goes on, with all covers', async () => {
  const { servers } = matching
  for (const count of [1, 2, 3]) {
    const { runId, ids } = await startRun(known)
    const stop = new AbortController()
    servers.anilist.beforePicture = { count, act: () => stop.abort(new Error('stopped')) }
    await runJob(matchRun, runId, stop.signal)
    servers.anilist.beforePicture = undefined
    expect(await runJob(matchRun, runId)).toBe('done')
    const { state, counts } = await matching.call('GET', `/metadata-runs/${runId}`)
    expect([count, state, counts.applied]).toEqual([count, 'completed', 3])
    expect(await listChanges(runId)).toHaveLength(3)
    expect(await listSources(ids)).toEqual(Array(3).fill('plugin:anilist'))
  }
}, 60_000)
