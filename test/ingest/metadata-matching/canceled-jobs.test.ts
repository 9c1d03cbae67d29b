/**
 * Jobs of runs that are canceled in the task list, and runs over series that have since been
 * closed.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobs } from '../../../src/platform/jobs/schema'
import { waitUntil } from '../../support/wait-until'
import { type MatchingServer, startMatchingServer } from './matching-server'

let matching: MatchingServer
beforeAll(async () => {
  matching = await startMatchingServer()
})
afterAll(() => matching.close())

const post = (path: string, as = 'ada', { server } = matching) => server.call('POST', path, { as })

async function findTaskId(key: string, { server } = matching): Promise<string> {
  const [row] = await server.ctx.db.select({ id: jobs.id }).from(jobs).where(eq(jobs.key, key))
  return row!.id
}

describe('canceling the task', () => {
  test('of a run cancels the run, and retrying it continues the run', async () => {
    const { library } = await matching.addLibrary(['Vinland Saga'])
    const release = matching.holdResponses()
    let runId = ''
    await matching.waitForRequest(async () => (runId = await matching.startRun(library)))
    const taskId = await findTaskId(`match:${runId}`)
    try {
      expect((await post(`/tasks/${taskId}/cancel`)).status).toBe(200)
    } finally {
      release()
    }
    const run = await matching.call('GET', `/metadata-runs/${runId}`)
    expect(run).toMatchObject({ state: 'canceled', counts: { waiting: 1 } })
    expect(run.finishedAt).not.toBeNull()
    expect((await post(`/tasks/${taskId}/retry`)).status).toBe(200)
    const retried = await matching.waitForRun(runId)
    expect(retried).toMatchObject({ state: 'completed', counts: { applied: 1, waiting: 0 } })
  })

  test('of an undo lets it be requested again', async () => {
    const idle = await startMatchingServer({ runsJobs: false })
    try {
      const { library } = await idle.addLibrary(['One Piece'])
      const id = await idle.startRun(library)
      await idle.call('POST', `/metadata-runs/${id}/cancel`)
      const undo = () => idle.call('POST', `/metadata-runs/${id}/undo`)
      expect((await undo()).undoRequestedAt).not.toBeNull()
      const taskId = await findTaskId(`undo-match:${id}`, idle)
      expect((await post(`/tasks/${taskId}/cancel`, 'ada', idle)).status).toBe(200)
      expect((await idle.call('GET', `/metadata-runs/${id}`)).undoRequestedAt).toBeNull()
      expect((await undo()).undoRequestedAt).not.toBeNull()
    } finally {
      await idle.close()
    }
  })
})

test('a selection is neither undone nor continued by someone without access to its libraries', async () => {
  const { server } = matching
  await server.addUser('eva', 'maintainer')
  const { library, series } = await matching.addLibrary(['Yotsuba'])
  const path = `/users/${server.getUserId('eva')}/libraries`
  const allow = (libraryIds: string[]) =>
    server.call('PUT', path, { as: 'ada', body: { libraryIds } })
  await allow([library.id])
  const body = { seriesIds: series.map(({ id }) => id) }
  const started = await server.call('POST', '/series/metadata/auto-match/task/bulk', {
    as: 'eva',
    body,
  })
  const run = `/metadata-runs/${started.body.runId}`
  await waitUntil(async () => {
    await matching.resetRateLimits()
    return (await server.call('GET', run, { as: 'eva' })).body.state === 'completed'
  })
  await allow([])
  for (const action of ['undo', 'resume']) {
    const { status, body: refusal } = await post(`${run}/${action}`, 'eva')
    expect([action, status, refusal.code]).toEqual([action, 403, 'metadata_matching.run_closed'])
  }
  expect((await matching.call('GET', `/series/${series[0]!.id}`)).metadata.year).toBe(2003)
  await allow([library.id])
  expect((await post(`${run}/undo`, 'eva')).status).toBe(200)
})
