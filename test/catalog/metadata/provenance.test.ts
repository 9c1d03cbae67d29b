/**
 * Provenance of each value: list items, provider order, runs, checks, and expiry of change sets.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { bookEntity } from '../../../src/catalog/books/metadata/book-fields'
import {
  applyChangeSet,
  previewChangeSet,
  type Proposal,
  undoChangeSet,
} from '../../../src/catalog/metadata/change-sets/change-sets'
import { deleteExpiredChangeSets, undoRun } from '../../../src/catalog/metadata/change-sets/history'
import { MetadataDraft } from '../../../src/catalog/metadata/metadata-draft'
import {
  alternateTitles,
  externalIds,
  externalRatings,
  metadataChangeSets,
} from '../../../src/catalog/metadata/schema'
import { seriesEntity } from '../../../src/catalog/series/metadata/series-fields'
import {
  seedBook,
  seedLibrary,
  seedSeries,
  type SeededLibrary,
  type SeededSeries,
} from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
let library: SeededLibrary
let row: SeededSeries
beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  row = await seedSeries(server, library)
})

const apply = (source: string, values: Proposal['values'], more: Partial<Proposal> = {}) =>
  applyChangeSet(server.ctx, seriesEntity, { id: row.id, source, values, ...more })
const getMetadata = async () =>
  (await server.call('GET', `/series/${row.id}`, { as: 'max' })).body.metadata

describe('undoing a change of a list', () => {
  const old = new Date('2020-01-02T03:04:05.000Z')
  const times = { createdAt: old, updatedAt: old }

  test('restores the rows with their ids, times and sync state', async () => {
    const id = { source: 'plugin:a', externalId: '7', lastSyncedAt: old, metadataHash: 'abc' }
    const rating = { sourceName: 'a', rating: 70, fetchedAt: old }
    const title = { label: 'x', title: 'Old' }
    const owned = { seriesId: row.id, ...times }
    await server.ctx.write(async (tx) => {
      await tx.insert(externalIds).values({ ...id, ...owned })
      await tx.insert(externalRatings).values({ ...rating, ...owned })
      await tx.insert(alternateTitles).values({ ...title, ...owned })
    })
    const read = async () => ({
      ids: await server.ctx.db.select().from(externalIds).where(eq(externalIds.seriesId, row.id)),
      ratings: await server.ctx.db
        .select()
        .from(externalRatings)
        .where(eq(externalRatings.seriesId, row.id)),
      titles: await server.ctx.db
        .select()
        .from(alternateTitles)
        .where(eq(alternateTitles.seriesId, row.id)),
    })
    const before = await read()
    const removed = await apply('edited', {
      externalIds: [],
      externalRatings: [{ sourceName: 'a', rating: 10 }],
      alternateTitles: [],
    })
    expect(removed.fields).toHaveLength(3)
    await undoChangeSet(server.ctx, seriesEntity, { changeSetId: removed.id! })
    const after = await read()
    const ignoreUpdatedAt = (rows: object[]) => rows.map((one) => ({ ...one, updatedAt: old }))
    expect(ignoreUpdatedAt(after.ids)).toEqual(before.ids)
    expect(ignoreUpdatedAt(after.ratings)).toEqual(before.ratings)
    expect(ignoreUpdatedAt(after.titles)).toEqual(before.titles)
  })
})

describe('ratings', () => {
  const listRatings = async () => {
    const { body } = await server.call('GET', `/series/${row.id}/external-ratings`, { as: 'max' })
    return Object.fromEntries(
      body.ratings.map((one: { sourceName: string; rating: number }) => [
        one.sourceName,
        one.rating,
      ]),
    )
  }
  const ratings = (values: Record<string, number>) => ({
    externalRatings: Object.entries(values).map(([sourceName, rating]) => ({ sourceName, rating })),
  })
  const put = (sourceName: string, rating: number) =>
    server.call('POST', `/series/${row.id}/external-ratings`, {
      as: 'max',
      body: { sourceName, rating },
    })

  test('that a user edits are kept, and the others still follow their provider', async () => {
    await apply('plugin:a', ratings({ one: 70, two: 60 }))
    await put('one', 80)
    await apply('plugin:a', ratings({ one: 71, two: 61, three: 50 }))
    expect(await listRatings()).toEqual({ one: 80, two: 61, three: 50 })
    await server.call('DELETE', `/series/${row.id}/external-ratings/two`, { as: 'max' })
    await apply('plugin:a', ratings({ one: 71, two: 61, three: 50 }))
    expect(await listRatings()).toEqual({ one: 80, three: 50 })
  })

  test('of several providers do not replace each other', async () => {
    await apply('plugin:a', ratings({ one: 70 }))
    await apply('plugin:b', ratings({ two: 60 }))
    expect(await listRatings()).toEqual({ one: 70, two: 60 })
    await apply('plugin:a', ratings({}))
    expect(await listRatings()).toEqual({ two: 60 })
  })

  test('are listed with the source of each', async () => {
    await apply('plugin:a', ratings({ one: 70, two: 60 }))
    await put('one', 80)
    const { body } = await server.call('GET', `/series/${row.id}/metadata/sources`, { as: 'max' })
    const field = body.fields.find((one: { field: string }) => one.field === 'externalRatings')
    expect(field).toMatchObject({
      source: 'edited',
      itemSources: { one: 'edited', two: 'plugin:a' },
    })
  })

  test('A13: a rating has the same source whichever way a user sets it', async () => {
    const edit = { externalRatings: [{ sourceName: 'two', rating: 60 }] }
    const getSources = async () => {
      const path = `/series/${row.id}/metadata/sources`
      const { body } = await server.call('GET', path, { as: 'max' })
      const { source, itemSources } = body.fields.find(
        (one: { field: string }) => one.field === 'externalRatings',
      )
      return { source, itemSources }
    }
    await put('one', 80)
    expect(await getSources()).toEqual({ source: 'edited', itemSources: { one: 'edited' } })
    const edited = await server.call('POST', `/series/${row.id}/metadata/edit`, {
      as: 'max',
      body: edit,
    })
    expect(edited.status).toBe(200)
    expect(await getSources()).toMatchObject({ source: 'edited', itemSources: { two: 'edited' } })
  })
})

describe('providers', () => {
  test('in an order: a less trusted one does not replace the value of another', async () => {
    const providers = ['plugin:a', 'plugin:b']
    await apply('plugin:b', { publisher: 'B', year: 2000 }, { providers })
    await apply('plugin:a', { publisher: 'A' }, { providers })
    const proposal = { id: row.id, source: 'plugin:b', values: { publisher: 'B2', year: 2001 } }
    const preview = await previewChangeSet(server.ctx.db, seriesEntity, { ...proposal, providers })
    expect(preview.map(({ field, status }) => [field, status])).toEqual([
      ['publisher', 'outranked'],
      ['year', 'will_apply'],
    ])
    await apply('plugin:b', proposal.values, { providers })
    expect(await getMetadata()).toMatchObject({ publisher: 'A', year: 2001 })
    // A provider that is not in the order comes last.
    await apply('plugin:c', { year: 2002 }, { providers })
    expect(await getMetadata()).toMatchObject({ year: 2001 })
    // Without an order, the latest provider wins.
    await apply('plugin:c', { year: 2002 })
    expect(await getMetadata()).toMatchObject({ year: 2002 })
  })
})

describe('values of a change set', () => {
  const invalid: Record<string, unknown> = {
    title: ' ',
    year: 'nineteen',
    language: 'not a language!',
    status: 'unknown-status',
    summary: 'x'.repeat(50_001),
    authors: [{ name: ' ', role: 'writer' }],
    genres: [''],
    externalLinks: [{ sourceName: 'a', url: 'javascript:alert(1)' }],
    externalRatings: [{ sourceName: 'a', rating: 101 }],
    externalIds: [{ source: 'nobody', externalId: '1' }],
    alternateTitles: [{ label: '', title: 'x' }],
  }

  test('that do not fit are skipped for providers, and the others applied', async () => {
    const values = { ...invalid, publisher: ' Press ', ageRating: 12 }
    const proposal = { id: row.id, source: 'plugin:a', values }
    const preview = await previewChangeSet(server.ctx.db, seriesEntity, proposal)
    const byStatus = Object.groupBy(preview, ({ status }) => status)
    expect(byStatus.invalid?.map(({ field }) => field).toSorted()).toEqual(
      Object.keys(invalid).toSorted(),
    )
    expect(byStatus.invalid?.find(({ field }) => field === 'language')?.problem).toMatchObject({
      code: 'value.language',
    })
    expect((await apply('plugin:a', values)).fields.toSorted()).toEqual(['ageRating', 'publisher'])
    expect(await getMetadata()).toMatchObject({ publisher: 'Press', ageRating: 12 })
  })

  test.each(Object.keys(invalid))('that are invalid are rejected for users: %s', async (field) => {
    const edit = apply('edited', { [field]: invalid[field], publisher: 'Press' })
    await expect(edit).rejects.toMatchObject({
      reason: 'invalid',
      details: [{ path: expect.stringContaining(field) }],
    })
    expect((await getMetadata()).publisher).toBeNull()
  })

  test('of a book are checked, too', async () => {
    const book = await seedBook(server, row)
    const values = { title: ' ', month: 13, languageIso: '!', isbns: '<>', writer: 'Ann' }
    const proposal = { id: book.id, source: 'plugin:a', values }
    const { fields } = await applyChangeSet(server.ctx, bookEntity, proposal)
    expect(fields).toEqual(['writer'])
    // The month is applied, but the day (the 31st) does not exist in it.
    const date = { ...proposal, values: { month: 2, day: 31 } }
    expect((await applyChangeSet(server.ctx, bookEntity, date)).fields).toEqual(['month'])
  })
})

describe('change sets of one run', () => {
  const entities = { series: seriesEntity, book: bookEntity }

  test('are undone together, the latest first, also of books', async () => {
    const runId = Bun.randomUUIDv7()
    const book = await seedBook(server, row)
    const readAll = async () => {
      const one = await MetadataDraft.open(seriesEntity, server.ctx.db, { id: row.id })
      const other = await MetadataDraft.open(bookEntity, server.ctx.db, { id: book.id })
      return [one.state, other.state]
    }
    const before = await readAll()
    await apply('plugin:a', { publisher: 'A' }, { runId })
    await apply('plugin:a', { publisher: 'A2', year: 2000 }, { runId })
    const ofBook = { id: book.id, source: 'plugin:a', values: { writer: 'Ann' }, runId }
    await applyChangeSet(server.ctx, bookEntity, ofBook)
    const elsewhere = await apply('plugin:a', { imprint: 'I' })
    expect(await undoRun(server.ctx, entities, { runId })).toEqual({ undone: 3, kept: 0 })
    expect(await getMetadata()).toMatchObject({ imprint: 'I' })
    await undoChangeSet(server.ctx, seriesEntity, { changeSetId: elsewhere.id! })
    expect(await readAll()).toEqual(before)
    expect(await undoRun(server.ctx, entities, { runId })).toEqual({ undone: 0, kept: 0 })
  })

  test('count the fields that have changed since and are kept', async () => {
    const runId = Bun.randomUUIDv7()
    await apply('plugin:a', { publisher: 'A', year: 2000 }, { runId })
    await apply('edited', { publisher: 'Mine' })
    expect(await undoRun(server.ctx, entities, { runId })).toEqual({ undone: 1, kept: 1 })
    expect(await getMetadata()).toMatchObject({ publisher: 'Mine', year: null })
  })
})

test('change sets are deleted after 90 days', async () => {
  const daysAgo = (days: number) => new Date(server.ctx.clock.now().getTime() - days * 86_400_000)
  const { id: expired } = await apply('plugin:a', { publisher: 'A' })
  const { id: recent } = await apply('plugin:a', { year: 2000 })
  const age = (id: string, days: number) =>
    server.ctx.write((tx) =>
      tx
        .update(metadataChangeSets)
        .set({ createdAt: daysAgo(days) })
        .where(eq(metadataChangeSets.id, id)),
    )
  await age(expired!, 91)
  await age(recent!, 89)
  await deleteExpiredChangeSets(server.ctx)
  const left = await server.ctx.db
    .select({ id: metadataChangeSets.id })
    .from(metadataChangeSets)
    .where(eq(metadataChangeSets.seriesId, row.id))
  expect(left).toEqual([{ id: recent! }])
})
