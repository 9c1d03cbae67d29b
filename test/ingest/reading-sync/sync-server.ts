/** A server with fake list services that runs syncs. */
import { connections } from '../../../src/ingest/connections/schema'
import { series } from '../../../src/catalog/series/schema'
import { externalIds } from '../../../src/catalog/metadata/schema'
import { readingSyncJobs } from '../../../src/ingest/reading-sync/jobs'
import { recommendationJobs } from '../../../src/ingest/recommendations/jobs'
import { getProviderId } from '../../../src/ingest/providers/providers'
import { providerRateLimits } from '../../../src/platform/outgoing/schema'
import { seedBook, seedLibrary, type SeededLibrary, seedSeries } from '../../support/seed'
import { startTestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'
import { startAnilistLists, startKitsuLists } from './list-servers'
import { startMyanimelistLists } from './myanimelist-lists'

/** Also the address to which services redirect browsers. */
export const publicUrl = 'http://localhost'

export async function startSyncServer(settings: Record<string, string> = {}) {
  const anilist = startAnilistLists()
  const kitsu = startKitsuLists()
  const myanimelist = startMyanimelistLists()
  const server = await startTestServer({
    'providers.anilist.base': anilist.base,
    'providers.kitsu.base': kitsu.base,
    'providers.myanimelist.base': myanimelist.base,
    ...settings,
  })
  /** Resets rate limits, so that requests are not delayed. Rate limits have tests of their own. */
  const resetRateLimits = () =>
    server.ctx.write(async (tx) => void (await tx.delete(providerRateLimits)))
  Object.assign(server.clock, { sleep: resetRateLimits })
  server.engine.register(readingSyncJobs(server.ctx))
  server.engine.register(recommendationJobs(server.ctx))
  await server.engine.start()
  const library = await seedLibrary(server, { type: 'manga' })

  const call = async (method: string, path: string, { as = 'ann', body }: CallOptions = {}) => {
    const answer = await server.call(method, path, { as, ...(body && { body }) })
    if (answer.status >= 400) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  async function addWork(externalId: number, given: WorkOptions = {}) {
    const {
      title = `Work ${externalId}`,
      count = 10,
      unit = 'chapter',
      first = 1,
      service = 'anilist',
    } = given
    const added = await seedSeries(server, given.library ?? library, {
      title,
      bookCount: count,
      ...(given.total !== undefined && { status: 'ended', totalChapterCount: given.total }),
    })
    await server.ctx.write((tx) =>
      tx.insert(externalIds).values({
        seriesId: added.id,
        source: `plugin:${service}`,
        externalId: String(externalId),
      }),
    )
    const books: string[] = []
    for (let number = 1; number <= count; number++) {
      const book = await seedBook(server, added, {
        title: `c${number}`,
        [unit]: number - 1 + first,
      })
      books.push(book.id)
    }
    return { id: added.id, books }
  }

  const read = async (books: readonly string[], { as = 'ann' } = {}) => {
    for (const id of books) await call('POST', `/books/${id}/read`, { as })
  }

  const listRead = async (books: readonly string[], { as = 'ann' } = {}) => {
    const numbers: number[] = []
    for (const [index, id] of books.entries()) {
      const answer = await server.call('GET', `/books/${id}/progress`, { as })
      if (answer.status === 200 && answer.body.completed) numbers.push(index + 1)
    }
    return numbers
  }

  const idOf = (service: string) => `/user/plugins/${getProviderId(service)}`

  async function connect({ service = 'anilist', as = 'ann' } = {}) {
    const body =
      service === 'kitsu'
        ? { username: 'reader7', password: 'right' }
        : { accessToken: anilist.token }
    return call('POST', `${idOf(service)}/credentials`, { as, body })
  }

  /** Opens a page of a service as a browser does, and returns the response to its redirect. */
  async function followTo(redirectUrl: string, { as = 'ann', decline = false } = {}) {
    const page = await fetch(redirectUrl + (decline ? '&decline' : ''), { redirect: 'manual' })
    const location = page.headers.get('location')
    if (location === null) throw new Error(`no redirect: ${await page.text()}`)
    const callback = location.slice(publicUrl.length)
    return { callback, answer: await openCallback(callback, { as }) }
  }

  /** Opens the callback in a browser. If `as` is empty, the browser is not signed in. */
  const openCallback = (path: string, { as = 'ann' } = {}) =>
    server.fetch(path, { headers: { accept: 'text/html' }, ...(as !== '' && { as }) })

  async function connectByPages(service: string, { as = 'ann' } = {}) {
    const { redirectUrl } = await call('POST', `${idOf(service)}/oauth/start`, { as })
    const { answer } = await followTo(redirectUrl, { as })
    if (answer.status !== 200) throw new Error(await answer.text())
  }

  async function waitForEnd({ service = 'anilist', as = 'ann' } = {}) {
    const status = `${idOf(service)}/sync/status`
    await waitUntil(async () => !(await call('GET', status, { as })).syncing)
    const { data } = await call('GET', `${idOf(service)}/sync/runs`, { as })
    return data[0]
  }

  /** Returns the latest run. */
  async function sync(of: { service?: string; as?: string } = {}) {
    await call('POST', `${idOf(of.service ?? 'anilist')}/sync`, of)
    return waitForEnd(of)
  }

  async function act(
    run: { id: string },
    name: 'approve' | 'undo',
    of: { service?: string; as?: string } = {},
  ) {
    await call('POST', `${idOf(of.service ?? 'anilist')}/sync/runs/${run.id}/${name}`, of)
    return waitForEnd(of)
  }

  /** Connects and runs the first sync. */
  async function settle(of: { service?: string; as?: string } = {}) {
    if (of.service === 'myanimelist') await connectByPages('myanimelist', of)
    else await connect(of)
    const run = await sync(of)
    if (run?.state === 'waiting') await act(run, 'approve', of)
  }

  /** Deletes all series, connections and lists. */
  async function reset() {
    for (const lists of [anilist, kitsu, myanimelist]) {
      lists.entries.clear()
      lists.writes.length = 0
      Object.assign(lists, {
        token: 'good-token',
        accountId: 77,
        isListMissing: false,
        wrongList: undefined,
        isAnswerLost: false,
      })
      lists.beforeWrite = undefined
      lists.recommendations.clear()
      lists.failFor = undefined
      Object.assign(lists.oauth, { renewals: 0, refusesRenewal: false, answer: undefined })
    }
    await server.ctx.write(async (tx) => {
      await tx.delete(connections)
      await tx.delete(series)
    })
  }

  const listChanges = async ({ id }: { id: string }, { service = 'anilist' } = {}) =>
    (await call('GET', `${idOf(service)}/sync/runs/${id}/changes`)).data

  return {
    server,
    settle,
    reset,
    listChanges,
    anilist,
    kitsu,
    myanimelist,
    library,
    call,
    idOf,
    addWork,
    read,
    listRead,
    connect,
    followTo,
    openCallback,
    connectByPages,
    sync,
    act,
    waitForEnd,
    async close() {
      await server.close()
      anilist.stop()
      kitsu.stop()
      myanimelist.stop()
    },
  }
}

interface CallOptions {
  as?: string
  body?: object
}

interface WorkOptions {
  title?: string
  count?: number
  unit?: 'chapter' | 'volume'
  /** Number of the first book. */
  first?: number
  service?: string
  /** The series has ended after this many chapters. */
  total?: number
  library?: SeededLibrary
}
