/**
 * Random sequences of offers, edits, locks and undo. What a user set is kept, and undo restores
 * everything.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { bookEntity } from '../../../src/catalog/books/metadata/book-fields'
import { undoRun } from '../../../src/catalog/metadata/change-sets/history'
import { seriesEntity } from '../../../src/catalog/series/metadata/series-fields'
import { applyMatch } from '../../../src/ingest/metadata-matching/targets/apply-work'
import { seriesTarget } from '../../../src/ingest/metadata-matching/series/series-target'
import type { Work } from '../../../src/ingest/providers/model'
import { Dice, randomSeed } from '../../support/dice'
import { type SeededSeries, seedLibrary, seedSeries } from '../../support/seed'
import { type TestServer, startTestServer } from '../../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const as = 'max'
const providers = ['anilist', 'mangaupdates', 'openlibrary']
const names = ['Alpha', 'Beta', 'Gamma', 'Delta']
const lockable = ['title', 'summary', 'status', 'year', 'publisher', 'genres', 'tags'] as const

/** Makes a work in which each member is present with a probability of about one half. */
function makeWork(dice: Dice): Work {
  const members: Work = {
    title: `${dice.one(names)} ${dice.roll(3)}`,
    summary: `About ${dice.one(names)}`,
    status: dice.one(['ongoing', 'ended', 'hiatus']),
    year: 1990 + dice.roll(30),
    publisher: dice.one(names),
    totalVolumeCount: 1 + dice.roll(40),
    ageRating: dice.roll(19),
    genres: [dice.one(names), dice.one(names)],
    tags: [dice.one(names)],
    authors: [{ name: dice.one(names), role: 'writer' }],
    alternateTitles: [{ language: 'ja', title: dice.one(names) }],
    rating: { score: 1 + dice.roll(100) },
    siteUrl: `https://example.org/${dice.roll(5)}`,
  }
  return Object.fromEntries(Object.entries(members).filter(() => dice.roll(2) === 0))
}

const offer = ({ id }: SeededSeries, dice: Dice, runId: string) =>
  applyMatch(server.ctx, seriesTarget, id, {
    match: {
      provider: dice.one(providers),
      externalId: String(dice.roll(9)),
      work: makeWork(dice),
    },
    options: { providers, runId },
  })

const undo = (runId: string) =>
  undoRun(server.ctx, { series: seriesEntity, book: bookEntity }, { runId })

const omitTimes = (rows: Record<string, unknown>[]) => rows.map(({ updatedAt: _, ...row }) => row)

async function load({ id }: SeededSeries) {
  const { body } = await server.call('GET', `/series/${id}`, { as })
  const { fields } = (await server.call('GET', `/series/${id}/metadata/sources`, { as })).body
  const { locks, updatedAt: _, ...metadata } = body.metadata
  const listNames = (list: { name: string }[]) => list.map(({ name }) => name).toSorted()
  return {
    values: { ...metadata, genres: listNames(body.genres), tags: listNames(body.tags) },
    locks: locks as Record<string, boolean>,
    sources: Object.fromEntries(
      fields.map((one: { field: string; source: string | null }) => [one.field, one.source]),
    ) as Record<string, string | null>,
    others: [body.externalIds, body.externalLinks, body.externalRatings, body.alternateTitles].map(
      omitTimes,
    ),
  }
}

type Loaded = Awaited<ReturnType<typeof load>>

const pickOwn = ({ values, locks, sources }: Loaded) =>
  Object.fromEntries(
    lockable
      .filter((field) => locks[field] || sources[field] === 'edited')
      .map((field) => [field, values[field]]),
  )

async function editOrLock({ id }: SeededSeries, dice: Dice) {
  const path = `/series/${id}/metadata`
  if (dice.roll(2) === 0) {
    const body = { [dice.one(lockable)]: dice.roll(2) === 0 }
    return server.call('PUT', `${path}/locks`, { as, body })
  }
  const body = dice.one([
    { title: `Own ${dice.roll(5)}` },
    { summary: dice.roll(3) === 0 ? null : `Own ${dice.roll(5)}` },
    { year: 2000 + dice.roll(5) },
    { status: dice.one(['ended', 'abandoned']) },
    { publisher: null },
  ])
  return server.call('PATCH', path, { as, body })
}

test('what a person edited or locked is never changed by offers or their undo', async () => {
  const dice = new Dice(randomSeed)
  const library = await seedLibrary(server, { type: 'manga' })
  let changes = 0
  for (let round = 0; round < 12; round++) {
    const series = await seedSeries(server, library, { title: `Series ${round}` })
    const runs: string[] = []
    for (let step = 0; step < 12; step++) {
      const own = pickOwn(await load(series))
      const kind = dice.roll(3)
      if (kind === 0) await editOrLock(series, dice)
      else if (kind === 1 || runs.length === 0) {
        runs.push(Bun.randomUUIDv7())
        changes += (await offer(series, dice, runs.at(-1)!))!.fields.length
      } else await undo(dice.one(runs))
      if (kind !== 0) expect((await load(series)).values).toMatchObject(own)
    }
  }
  expect(changes).toBeGreaterThan(100)
})

test('undo of a run restores exactly what was there before it', async () => {
  const dice = new Dice(randomSeed + 1)
  const library = await seedLibrary(server, { type: 'manga' })
  for (let round = 0; round < 12; round++) {
    const series = await seedSeries(server, library, { title: `Other ${round}` })
    for (let step = 0; step < 4; step++) {
      if (dice.roll(2) === 0) await editOrLock(series, dice)
      else await offer(series, dice, Bun.randomUUIDv7())
    }
    const before = await load(series)
    const runId = Bun.randomUUIDv7()
    for (let step = 0; step < 4; step++) await offer(series, dice, runId)
    await undo(runId)
    expect(await load(series)).toEqual(before)
  }
})
