/** Ratings and notes in the reading sync: only where the user agreed, and never lost. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mergeSides } from '../../../src/ingest/reading-sync/rules/merge-sides'
import type { Base, Here, There } from '../../../src/ingest/reading-sync/rules/model'
import { entry } from './list-servers'
import { client } from './oauth-pages'
import { publicUrl, startSyncServer } from './sync-server'

const here: Here = { chapters: 3, volumes: null, status: 'reading' }
const there: There = { chapters: 3, volumes: null, status: 'reading' }
const base: Base = {
  chapters: 3,
  volumes: 0,
  read: { chapters: 3, volumes: 0 },
  status: 'reading',
  ownStatus: 'reading',
  declined: { chapters: 0, volumes: 0 },
}

interface Case {
  why: string
  /** What the last sync saw here and there; undefined for the first sync. */
  known?: [number | null, number | null]
  own: number | null
  theirs: number | null
  push?: number
  pull?: number
  after?: [number | null, number | null]
}

const cases: Case[] = [
  { why: 'nothing', own: null, theirs: null },
  { why: 'the same', own: 80, theirs: 80, after: [80, 80] },
  { why: 'only here', own: 80, theirs: null, push: 80, after: [80, 80] },
  { why: 'only there', own: null, theirs: 70, pull: 70, after: [70, 70] },
  { why: 'different at the first sync', own: 80, theirs: 70, after: [80, 70] },
  { why: 'changed here', known: [80, 80], own: 90, theirs: 80, push: 90, after: [90, 90] },
  { why: 'changed there', known: [80, 80], own: 80, theirs: 60, pull: 60, after: [60, 60] },
  { why: 'changed on both sides', known: [80, 80], own: 90, theirs: 60, after: [90, 60] },
  {
    why: 'changed here after a conflict',
    known: [90, 60],
    own: 95,
    theirs: 60,
    push: 95,
    after: [95, 95],
  },
  { why: 'removed here', known: [80, 80], own: null, theirs: 80, after: [80, 80] },
  { why: 'removed there', known: [80, 80], own: 80, theirs: null, after: [80, 80] },
  {
    why: 'removed here, changed there',
    known: [80, 80],
    own: null,
    theirs: 50,
    pull: 50,
    after: [50, 50],
  },
  {
    why: 'removed there, changed here',
    known: [80, 80],
    own: 85,
    theirs: null,
    push: 85,
    after: [85, 85],
  },
]

const toKnown = (pair: [number | null, number | null] | undefined) =>
  pair && { here: pair[0], there: pair[1] }

test.each(cases)('M12: a rating that is $why', ({ known, own, theirs, push, pull, after }) => {
  const score = toKnown(known)
  const merged = mergeSides(
    { ...base, ...(score && { score }) },
    { ...here, score: own },
    { ...there, score: theirs },
  )
  expect([merged.push.score, merged.pull.score]).toEqual([push, pull])
  expect(merged.base.score).toEqual(toKnown(after))
})

test('M12: a rounded rating is the same rating', () => {
  const own = { ...here, score: 84, scoreStep: 10 }
  const pushed = mergeSides(base, own, { ...there, score: null })
  expect([pushed.push.score, pushed.base.score]).toEqual([84, { here: 84, there: 80 }])
  const next = mergeSides(pushed.base, own, { ...there, score: 80 })
  expect([next.push.score, next.pull.score]).toEqual([undefined, undefined])
})

test('M12: no entry is added for a rating alone, and nothing without consent', () => {
  const unread: Here = { chapters: 0, volumes: null, status: null, score: 80, notes: 'Good' }
  expect(mergeSides(undefined, unread, undefined).push).toEqual({})
  const { push, pull } = mergeSides(base, here, { ...there, score: 70, notes: 'Bad' })
  expect([push, pull.score, pull.notes]).toEqual([{}, undefined, undefined])
})

let home: Awaited<ReturnType<typeof startSyncServer>>
beforeAll(async () => {
  home = await startSyncServer({
    'server.public_url': publicUrl,
    'providers.myanimelist.key': client.id,
  })
})
afterAll(() => home.close())
beforeEach(() => home.reset())

const rate = (id: string, body: object) => home.call('PATCH', `/series/${id}/user-data`, { body })
async function readOpinion(id: string) {
  const { rating, note } = await home.call('GET', `/series/${id}/user-data`)
  return { rating, note }
}
const agree = (config: object, service = 'anilist') =>
  home.call('PATCH', `${home.idOf(service)}/config`, { body: { config } })
const both = { syncScores: true, syncNotes: true }

/** Connects, agrees and settles, with one work that both sides have. */
async function prepare(values: Parameters<typeof entry>[0] = {}, config: object = both) {
  const work = await home.addWork(1)
  await home.read(work.books.slice(0, 3))
  home.anilist.entries.set(1, entry({ progress: 3, ...values }))
  await home.settle()
  await agree(config)
  return work
}

describe('with AniList', () => {
  test('M12: neither ratings nor notes travel unless the user agreed', async () => {
    const { id, books } = await prepare({ score: 70, notes: 'Theirs' }, {})
    await rate(id, { note: 'Mine' })
    await home.read(books.slice(3, 4))
    await home.sync()
    expect(await readOpinion(id)).toEqual({ rating: null, note: 'Mine' })
    expect(home.anilist.entries.get(1)).toMatchObject({ progress: 4, score: 70, notes: 'Theirs' })
    await agree({ syncScores: true })
    await home.sync()
    expect(await readOpinion(id)).toEqual({ rating: 70, note: 'Mine' })
    expect(home.anilist.entries.get(1)).toMatchObject({ notes: 'Theirs' })
  })

  test('M12: a rating and notes are pushed, pulled, shown and undone', async () => {
    const { id } = await prepare()
    await rate(id, { rating: 85, note: 'Line 1\nLine 2' })
    const pushed = await home.sync()
    expect(home.anilist.entries.get(1)).toMatchObject({ score: 85, notes: 'Line 1\nLine 2' })
    expect(await home.listChanges(pushed)).toMatchObject([
      { direction: 'push', score: 85, notes: true, chapters: null },
    ])
    Object.assign(home.anilist.entries.get(1)!, { score: 40 })
    const pulled = await home.sync()
    expect(await readOpinion(id)).toEqual({ rating: 40, note: 'Line 1\nLine 2' })
    expect(await home.listChanges(pulled)).toMatchObject([
      { direction: 'pull', score: 40, notes: false, books: 0 },
    ])
    await home.act(pulled, 'undo')
    expect(await readOpinion(id)).toEqual({ rating: 85, note: 'Line 1\nLine 2' })
    home.anilist.writes.length = 0
    await home.sync()
    expect([await readOpinion(id), home.anilist.writes]).toEqual([
      { rating: 85, note: 'Line 1\nLine 2' },
      [],
    ])
  })

  test('M12: undoing a push restores the rating there, and is not repeated', async () => {
    const { id } = await prepare({ score: 20, notes: '' })
    await home.sync()
    expect(await readOpinion(id)).toEqual({ rating: 20, note: null })
    await rate(id, { rating: 90 })
    const pushed = await home.sync()
    expect(home.anilist.entries.get(1)).toMatchObject({ score: 90 })
    await home.act(pushed, 'undo')
    expect(home.anilist.entries.get(1)).toMatchObject({ score: 20 })
    await home.sync()
    expect(home.anilist.entries.get(1)).toMatchObject({ score: 20 })
    expect((await readOpinion(id)).rating).toBe(90)
  })

  test('M12: what is removed on one side stays on the other', async () => {
    const { id } = await prepare({ score: 60, notes: 'Theirs' })
    await home.sync()
    await rate(id, { rating: null, note: null })
    await home.sync()
    expect(home.anilist.entries.get(1)).toMatchObject({ score: 60, notes: 'Theirs' })
    expect(await readOpinion(id)).toEqual({ rating: null, note: null })
    await rate(id, { rating: 65 })
    await home.sync()
    Object.assign(home.anilist.entries.get(1)!, { score: 0, notes: null })
    await home.sync()
    expect((await readOpinion(id)).rating).toBe(65)
  })

  test('M12: a rating that is given while a pull waits for approval is not replaced', async () => {
    const { id } = await home.addWork(1)
    home.anilist.entries.set(1, entry({ progress: 3, score: 70 }))
    await home.connect()
    await agree(both)
    const run = await home.sync()
    expect(await home.listChanges(run)).toMatchObject([{ direction: 'pull', score: 70 }])
    await rate(id, { rating: 30 })
    expect((await home.act(run, 'approve')).state).toBe('done')
    expect((await readOpinion(id)).rating).toBe(30)
    expect(home.anilist.entries.get(1)).toMatchObject({ score: 70 })
  })

  test('M12: notes that are too long for one side stay there', async () => {
    const { id } = await prepare({ notes: 'x'.repeat(20_000) })
    await rate(id, { note: 'Short' })
    await home.sync()
    expect((await readOpinion(id)).note).toBe('Short')
    expect(home.anilist.entries.get(1)!.notes).toHaveLength(20_000)
  })

  test('M12: another edition of the work does not take the rating away', async () => {
    const { id } = await prepare({ score: 70 })
    const other = await home.addWork(1, { title: 'Other edition' })
    await home.sync()
    await home.sync()
    const opinions = [await readOpinion(id), await readOpinion(other.id)]
    expect(opinions.map(({ rating }) => rating).filter(Boolean)).toEqual([70])
    expect(home.anilist.entries.get(1)).toMatchObject({ score: 70 })
  })
})

test('M12: Kitsu and MyAnimeList get scores on their own scales, and notes', async () => {
  for (const service of ['kitsu', 'myanimelist'] as const) {
    await home.reset()
    const { id, books } = await home.addWork(7, { service })
    await home.read(books.slice(0, 2))
    await home.settle({ service })
    await agree(both, service)
    await rate(id, { rating: 83, note: 'Fine' })
    await home.sync({ service })
    const sent = home[service].entries.get(7)!
    expect([service, sent.notes, sent.ratingTwenty ?? sent.score]).toEqual([
      service,
      'Fine',
      service === 'kitsu' ? 17 : 8,
    ])
    home[service].writes.length = 0
    await home.sync({ service })
    expect([service, home[service].writes, await readOpinion(id)]).toEqual([
      service,
      [],
      { rating: 83, note: 'Fine' },
    ])
    Object.assign(sent, service === 'kitsu' ? { ratingTwenty: 10 } : { score: 5 })
    home[service].entries.set(7, { ...home[service].entries.get(7)!, ...sent })
    await home.sync({ service })
    expect([service, (await readOpinion(id)).rating]).toEqual([service, 50])
  }
})
