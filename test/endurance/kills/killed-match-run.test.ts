/**
 * A matching run whose processes are killed. Every series is matched once, and the run can be
 * undone.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { Client, findWorker, isRunning, type Server } from '../../bench/support/server'
import { type ProviderServers, startProviderServers } from '../../ingest/providers/servers/all'
import { dialect } from '../../../src/platform/db/dialect'
import { makeCbz } from '../../support/make/cbz'
import { writeTree } from '../../support/make/tree'
import { waitUntil } from '../../support/wait-until'
import {
  countBooks,
  findLibraryId,
  type Installation,
  isIdle,
  newInstallation,
  remove,
  start,
} from '../../cli/worker/processes'
import { createSharedTest } from '../../support/share'

const test = createSharedTest([
  'platform/jobs',
  'cli/server',
  'cli/worker',
  'ingest/metadata-matching',
])

setDefaultTimeout(120_000)

let servers: ProviderServers
let installation: Installation
let server: Server
let client: Client

const titles = ['One Piece', 'Vinland Saga', 'Yotsuba']

beforeAll(async () => {
  servers = startProviderServers()
  installation = await newInstallation(servers.environment, { isEmpty: true })
  const book = await makeCbz({ pages: 1 })
  for (const title of titles)
    writeTree(installation.library, { [`${title}/${title} v01.cbz`]: book })
  server = await start(installation)
  client = await Client.signIn(server.url)
  await waitUntil(async () => (await countBooks(client)) === titles.length && isIdle(client))
})
afterAll(async () => {
  await remove(installation, server)
  servers.stop()
})

interface Run {
  state: string
  counts: { applied: number; waiting: number }
  undoneAt: string | null
}
const getRun = (id: string): Promise<Run> => client.need('GET', `/metadata-runs/${id}`)

/** Calls `act` while the fake AniList server holds its response to the next request. */
async function actDuringRequest(act: () => Promise<void>) {
  const held = Promise.withResolvers<void>()
  servers.anilist.gate = held.promise
  const before = servers.anilist.requests
  await waitUntil(() => servers.anilist.requests > before)
  await act()
  servers.anilist.gate = undefined
  held.resolve()
}

async function killWorker() {
  const worker = await waitUntil(() => findWorker(server))
  process.kill(worker, 'SIGKILL')
  await waitUntil(() => !isRunning(worker))
}

/** Kills and restarts the server. On PostgreSQL only kills the worker: leases last a minute. */
async function killServer() {
  if (dialect === 'postgres') return killWorker()
  await server.kill('SIGKILL')
  server = await start(installation)
  client = await Client.signIn(server.url)
}

const listYears = async () =>
  (await client.need('GET', '/series?sort=name')).data.map(
    ({ metadata }: { metadata: { year: number | null } }) => metadata.year,
  )

test('a run continues after its worker and its server were killed', async () => {
  const libraryId = await findLibraryId(client)
  const { providers } = await client.need('GET', `/libraries/${libraryId}/providers`)
  const anilist = providers.find(({ name }: { name: string }) => name === 'anilist')
  const body = { pluginIds: [anilist.pluginId] }
  await client.need('PUT', `/libraries/${libraryId}/providers`, body)
  expect(await listYears()).toEqual([null, null, null])
  const held = actDuringRequest(killWorker)
  const path = `/libraries/${libraryId}/metadata/auto-match/task`
  const { runId } = await client.need('POST', path, {})
  await held
  await actDuringRequest(killServer)
  expect((await getRun(runId)).state).toBe('running')
  await waitUntil(async () => (await getRun(runId)).state === 'completed')
  expect(await getRun(runId)).toMatchObject({ counts: { applied: 3, waiting: 0 } })
  expect(await listYears()).toEqual([1997, 2005, 2003])

  await client.need('POST', `/metadata-runs/${runId}/undo`)
  if (dialect === 'sqlite') await killServer()
  await waitUntil(async () => (await getRun(runId)).undoneAt)
  expect(await listYears()).toEqual([null, null, null])
})
