/** Reading sync with MyAnimeList, and the dates that services store. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { entry } from './list-servers'
import { client } from './oauth-pages'
import { publicUrl, startSyncServer } from './sync-server'

const service = 'myanimelist'
const of = { service }

let home: Awaited<ReturnType<typeof startSyncServer>>
beforeAll(async () => {
  home = await startSyncServer({
    'server.public_url': publicUrl,
    'providers.myanimelist.key': client.id,
  })
})
afterAll(() => home.close())
beforeEach(() => home.reset())

const today = () => new Date().toISOString().slice(0, 10)

test('reads what is further there, and tells what is further here', async () => {
  const ahead = await home.addWork(1, of)
  const behind = await home.addWork(2, of)
  await home.settle(of)
  await home.read(behind.books.slice(0, 4))
  home.myanimelist.entries.set(1, entry({ status: 'reading', progress: 3 }))
  home.myanimelist.entries.set(2, entry({ status: 'on_hold', progress: 1, notes: 'mine' }))
  await home.sync(of)
  expect(await home.listRead(ahead.books)).toEqual([1, 2, 3])
  expect(home.myanimelist.entries.get(2)).toMatchObject({
    status: 'on_hold',
    progress: 4,
    notes: 'mine',
  })
  home.myanimelist.writes.length = 0
  await home.sync(of)
  expect(home.myanimelist.writes).toEqual([])
})

test('never lowers either side', async () => {
  const { books } = await home.addWork(1, of)
  await home.read(books.slice(0, 6))
  await home.settle(of)
  expect(home.myanimelist.entries.get(1)).toMatchObject({ progress: 6, status: 'reading' })
  await home.call('POST', `/books/${books[5]}/unread`)
  home.myanimelist.entries.get(1)!.progress = 2
  home.myanimelist.writes.length = 0
  await home.sync(of)
  expect(await home.listRead(books)).toEqual([1, 2, 3, 4, 5])
  expect(home.myanimelist.writes).toEqual([])
})

test('counts volumes, adds an entry and takes it back', async () => {
  const { books } = await home.addWork(1, { ...of, unit: 'volume' })
  await home.settle(of)
  await home.read(books.slice(0, 2))
  const run = await home.sync(of)
  expect(home.myanimelist.entries.get(1)).toMatchObject({
    status: 'reading',
    progressVolumes: 2,
    startedAt: today(),
  })
  expect(await home.act(run, 'undo', of)).toMatchObject({ state: 'undone' })
  expect(home.myanimelist.entries.has(1)).toBe(false)
})

test('reads a list of several pages', async () => {
  for (let id = 1; id <= 1001; id++) home.myanimelist.entries.set(id, entry({ status: 'reading' }))
  const { books } = await home.addWork(1001, of)
  home.myanimelist.entries.get(1001)!.progress = 2
  await home.settle(of)
  expect(await home.listRead(books)).toEqual([1, 2])
})

test('a list that is missing is not taken for an empty one', async () => {
  const { books } = await home.addWork(1, of)
  await home.settle(of)
  await home.read(books.slice(0, 3))
  home.myanimelist.isListMissing = true
  await home.sync(of)
  expect(home.myanimelist.writes).toEqual([])
})

test.each([null, { 0: {} }, [null, {}, 7, { node: { id: {} } }]])(
  'M1: a list that cannot be read is not an empty one: %j',
  async (list) => {
    const { books } = await home.addWork(1, of)
    await home.settle(of)
    await home.read(books.slice(0, 3))
    home.myanimelist.wrongList = list
    await home.sync(of)
    expect(home.myanimelist.writes).toEqual([])
    const { healthStatus } = await home.call('GET', home.idOf(service))
    expect(healthStatus).toBe('unhealthy')
  },
)

test('needs the pages of the service', async () => {
  const path = `${home.idOf(service)}/credentials`
  const answer = await home.server.call('POST', path, {
    as: 'ann',
    body: { accessToken: 'good-token' },
  })
  expect(answer.status).toBe(400)
})

describe('days', () => {
  test('are told where there are none', async () => {
    const { books } = await home.addWork(1, { ...of, count: 2, total: 2 })
    await home.settle(of)
    await home.read(books)
    await home.sync(of)
    expect(home.myanimelist.entries.get(1)).toMatchObject({
      status: 'completed',
      startedAt: today(),
      completedAt: today(),
    })
  })

  test('that a person entered stay', async () => {
    const { books } = await home.addWork(1, { ...of, count: 2, total: 2 })
    await home.settle(of)
    const days = { startedAt: '2001-02-03', completedAt: '2002-03-04' }
    home.myanimelist.entries.set(1, entry({ status: 'plan_to_read', ...days }))
    await home.read(books)
    await home.sync(of)
    expect(home.myanimelist.entries.get(1)).toMatchObject({ status: 'completed', ...days })
  })

  test.each(['2001', '2001-02', '2001-99-99'])('such as %s stay', async (startedAt) => {
    const { books } = await home.addWork(1, of)
    await home.settle(of)
    home.myanimelist.entries.set(1, entry({ status: 'plan_to_read', startedAt }))
    await home.read(books.slice(0, 1))
    await home.sync(of)
    expect(home.myanimelist.entries.get(1)).toMatchObject({ progress: 1, startedAt })
  })

  test('of a month at AniList stay', async () => {
    const { books } = await home.addWork(1)
    await home.settle()
    const startedAt = { year: 2001, month: 2, day: null }
    home.anilist.entries.set(1, entry({ status: 'PLANNING', startedAt }))
    await home.read(books.slice(0, 1))
    await home.sync()
    expect(home.anilist.entries.get(1)).toMatchObject({ progress: 1, startedAt })
  })

  test('of a reading that began elsewhere are not invented', async () => {
    const { books } = await home.addWork(1, of)
    home.myanimelist.entries.set(1, entry({ status: 'reading', progress: 3 }))
    await home.settle(of)
    await home.read(books.slice(0, 5))
    await home.sync(of)
    expect(home.myanimelist.entries.get(1)).toMatchObject({ progress: 5 })
    expect(home.myanimelist.entries.get(1)).not.toHaveProperty('startedAt', expect.anything())
  })

  test('date what was finished there', async () => {
    const { books } = await home.addWork(1, { ...of, count: 2 })
    await home.settle(of)
    const completedAt = '2003-04-05'
    home.myanimelist.entries.set(1, entry({ status: 'completed', progress: 2, completedAt }))
    await home.sync(of)
    const history = await home.call('GET', `/books/${books[1]}/read-history`)
    expect(history.entries[0].completedAt).toBe(`${completedAt}T00:00:00.000Z`)
  })

  test.each(['2003', '2003-04', '2003-99-99', '2003-02-30'])(
    'such as %s date nothing',
    async (completedAt) => {
      const { books } = await home.addWork(1, { ...of, count: 2 })
      await home.settle(of)
      home.myanimelist.entries.set(1, entry({ status: 'completed', progress: 2, completedAt }))
      await home.sync(of)
      const history = await home.call('GET', `/books/${books[1]}/read-history`)
      expect(history.entries[0].completedAt).not.toStartWith('2003')
    },
  )

  test.each([
    ['anilist', { year: null, month: null, day: null }],
    ['kitsu', null],
  ])('at %s are taken away again by an undo', async (name, none) => {
    const lists = name === 'anilist' ? home.anilist : home.kitsu
    const other = { service: name }
    const { books } = await home.addWork(1, { ...other, count: 2, total: 2 })
    const planned = name === 'anilist' ? 'PLANNING' : 'planned'
    lists.entries.set(1, entry({ status: planned, startedAt: none, completedAt: none }))
    await home.settle(other)
    await home.read(books)
    const run = await home.sync(other)
    const sent = JSON.stringify(lists.writes.at(-1))
    expect(sent).toContain(
      name === 'anilist' ? '"startedAt":{"year":2' : `"startedAt":"${today()}T`,
    )
    await home.act(run, 'undo', other)
    expect(lists.entries.get(1)).toMatchObject({ status: planned, progress: 0, startedAt: none })
  })
})
