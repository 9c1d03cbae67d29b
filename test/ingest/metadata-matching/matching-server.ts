/** A server with fake providers that runs matching jobs. */
import { metadataMatchingJobs } from '../../../src/ingest/metadata-matching/jobs'
import { providerRateLimits } from '../../../src/platform/outgoing/schema'
import { seedBook, seedLibrary, type SeededLibrary, seedSeries } from '../../support/seed'
import { startTestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'
import { startProviderServers } from '../providers/servers/all'

const as = 'max'
/** Between two requests of a job to one provider, except Comic Vine. */
const longestPauseMs = 4_000

/** Starts the server. `runsJobs` is false if the test runs the jobs itself. */
export async function startMatchingServer({ runsJobs = true, settings = {} } = {}) {
  const servers = startProviderServers()
  const server = await startTestServer({ ...servers.settings, ...settings })
  server.engine.register(metadataMatchingJobs(server.ctx))
  if (runsJobs) await server.engine.start()

  const call = async (method: string, path: string, body?: object) => {
    const answer = await server.call(method, path, { as, ...(body && { body }) })
    if (answer.status >= 400) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  async function addSeries(library: SeededLibrary, title: string) {
    const one = await seedSeries(server, library, { title })
    await seedBook(server, one, {})
    return one
  }

  async function addLibrary(titles: readonly string[]) {
    const library = await seedLibrary(server, { type: 'manga' })
    const series = []
    for (const title of titles) series.push(await addSeries(library, title))
    return { library, series }
  }

  const startRun = async ({ id }: SeededLibrary): Promise<string> =>
    (await call('POST', `/libraries/${id}/metadata/auto-match/task`, {})).runId

  /** Resets rate limits, so that requests are not delayed. Rate limits have tests of their own. */
  const resetRateLimits = () =>
    server.ctx.write(async (tx) => void (await tx.delete(providerRateLimits)))

  async function waitForRun(runId: string, isReached = isEnded) {
    await waitUntil(async () => {
      await resetRateLimits()
      // Wakes jobs that wait for a provider.
      await server.clock.jump(longestPauseMs)
      return isReached(await call('GET', `/metadata-runs/${runId}`))
    })
    return call('GET', `/metadata-runs/${runId}`)
  }

  const listItems = async (runId: string) =>
    (await call('GET', `/metadata-runs/${runId}/items?pageSize=100`)).data

  /** Delays every response until the returned function is called. */
  function holdResponses(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    servers.anilist.gate = promise
    return () => {
      servers.anilist.gate = undefined
      resolve()
    }
  }

  /** Resolves when AniList has received another request. */
  async function waitForRequest(act: () => Promise<unknown>) {
    const before = servers.anilist.requests
    await act()
    await waitUntil(() => servers.anilist.requests > before)
  }

  const useOnly = async ({ id }: SeededLibrary, names: readonly string[]) => {
    const { providers } = await call('GET', `/libraries/${id}/providers`)
    const idOf = (name: string) =>
      providers.find((one: { name: string }) => one.name === name).pluginId
    await call('PUT', `/libraries/${id}/providers`, { pluginIds: names.map(idOf) })
  }

  return {
    server,
    servers,
    call,
    addLibrary,
    addSeries,
    useOnly,
    startRun,
    waitForRun,
    resetRateLimits,
    listItems,
    holdResponses,
    waitForRequest,
    close: async () => {
      await server.close()
      servers.stop()
    },
  }
}

export type MatchingServer = Awaited<ReturnType<typeof startMatchingServer>>

// oxlint-disable-next-line typescript/no-explicit-any -- the body of a response
const isEnded = ({ state }: any) => state !== 'running'
