/** Change sets of series and books (preview, apply, undo) on a real database. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { system } from '../../../src/accounts/permissions/model'
import { bookEntity } from '../../../src/catalog/books/metadata/book-fields'
import {
  applyChangeSet,
  previewChangeSet,
  undoChangeSet,
} from '../../../src/catalog/metadata/change-sets/change-sets'
import { changeMetadata, MetadataDraft } from '../../../src/catalog/metadata/metadata-draft'
import type { Entity } from '../../../src/catalog/metadata/field-table'
import { seriesEntity } from '../../../src/catalog/series/metadata/series-fields'
import { seedBook, seedLibrary, seedSeries, type SeededLibrary } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'

let server: TestServer
let library: SeededLibrary
beforeAll(async () => {
  server = await startTestServer()
  library = await seedLibrary(server)
})
afterAll(() => server.close())

type Values = Record<string, unknown>
const buildLink = (n: number) => ({ sourceName: `site${n}`, url: `https://site.org/${n}` })

/** Random values for some fields of each entity. */
const seriesChoices: Record<string, readonly unknown[]> = {
  title: ['One', 'Two', 'Three'],
  titleSort: [null, 'A', 'B'],
  year: [null, 1999, 2005],
  summary: [null, 'Short', 'Long'],
  totalChapterCount: [null, 10.5, 11],
  authors: [null, [{ name: 'Ann', role: 'writer', sortName: null }]],
  genres: [[], ['Drama'], ['Drama', 'Sci-Fi'], ['sci-fi']],
  alternateTitles: [[], [{ label: 'a', title: 'x' }], [{ label: 'b', title: 'y' }]],
  externalLinks: [[], [buildLink(1)], [buildLink(1), buildLink(2)]],
  externalIds: [[], [{ source: 'plugin:a', externalId: '1', externalUrl: null }]],
  externalRatings: [[], [{ sourceName: 'a', rating: 70 }], [{ sourceName: 'a', rating: 71.5 }]],
}
const bookChoices: Record<string, readonly unknown[]> = {
  title: ['One', 'Two', 'Three'],
  titleSort: [null, 'A', 'B'],
  volume: [null, 1, 2],
  chapter: [null, 1.5, 2],
  writer: [null, 'Ann', 'Ben'],
  manga: [null, true, false],
  subjects: [null, ['x'], ['x', 'y']],
  customMetadata: [null, { b: 1, a: [2] }],
}

interface Subject {
  name: string
  entity: Entity<unknown>
  choices: Record<string, readonly unknown[]>
  seed: () => Promise<string>
}

const subjects: Subject[] = [
  {
    name: 'series',
    entity: seriesEntity as Entity<unknown>,
    choices: seriesChoices,
    seed: async () => (await seedSeries(server, library)).id,
  },
  {
    name: 'book',
    entity: bookEntity as Entity<unknown>,
    choices: bookChoices,
    seed: async () => (await seedBook(server, await seedSeries(server, library))).id,
  },
]

/** Returns a seeded random generator. */
function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const pick = <One>(all: readonly One[]) => all[Math.floor(next() * all.length)]!
  return { next, pick }
}
type Random = ReturnType<typeof createRandom>

const pickValues = ({ next, pick }: Random, choices: Subject['choices']): Values =>
  Object.fromEntries(
    Object.entries(choices).flatMap(([field, all]) => (next() < 0.5 ? [[field, pick(all)]] : [])),
  )

/** Returns every field with value, source and lock. Title IDs are included and must not change. */
async function takeSnapshot({ entity, choices }: Subject, id: string) {
  const draft = await MetadataDraft.open(entity, server.ctx.db, { id })
  for (const field of Object.keys(choices)) await draft.value(field)
  const { values, sources, locks } = draft.state
  return { values, sources, locks: locks.toSorted() }
}

const editFields = ({ entity }: Subject, id: string, values: Values) =>
  changeMetadata(server.ctx, entity, { viewer: system, id }, (draft) => draft.edit(values))
const setLock = ({ entity }: Subject, id: string, field: string, isLocked: boolean) =>
  changeMetadata(server.ctx, entity, { viewer: system, id }, (draft) =>
    draft.setLocks({ [entity.fields[field]!.lock ?? '']: isLocked }),
  )

const sources = ['plugin:a', 'plugin:b', 'comicinfo', 'edited']

describe.each(subjects)('change sets of a $name', (subject) => {
  const { entity, choices } = subject
  const applyValues = (id: string, source: string, values: Values) =>
    applyChangeSet(server.ctx, entity, { id, source, values })
  const undoValues = (changeSetId: string) => undoChangeSet(server.ctx, entity, { changeSetId })

  test.each([1, 2, 3, 4, 5])(
    'restore everything when undone in reverse (seed %d)',
    async (seed) => {
      const random = createRandom(seed)
      const id = await subject.seed()
      await editFields(subject, id, pickValues(random, choices))
      await setLock(subject, id, random.pick(Object.keys(choices)), random.next() < 0.5)
      const stack: { before: object; changeSetId: string }[] = []
      for (let step = 0; step < 8; step += 1) {
        const before = await takeSnapshot(subject, id)
        const applied = await applyValues(id, random.pick(sources), pickValues(random, choices))
        if (applied.id === undefined) expect(await takeSnapshot(subject, id)).toEqual(before)
        else stack.push({ before, changeSetId: applied.id })
      }
      expect(stack.length).toBeGreaterThan(0)
      for (const { before, changeSetId } of stack.toReversed()) {
        expect((await undoValues(changeSetId)).kept).toEqual([])
        expect(await takeSnapshot(subject, id)).toEqual(before as never)
      }
    },
  )

  test.each([6, 7, 8])('from providers never change locks and edits (seed %d)', async (seed) => {
    const random = createRandom(seed)
    const id = await subject.seed()
    await applyValues(id, 'plugin:a', pickValues(random, choices))
    const mine = pickValues(random, choices)
    await editFields(subject, id, mine)
    const locked = random.pick(Object.keys(choices).filter((name) => entity.fields[name]!.lock))
    await setLock(subject, id, locked, true)
    const before = await takeSnapshot(subject, id)
    const kept = [
      locked,
      ...Object.keys(choices).filter((name) => before.sources[name] === 'edited'),
    ]
    const sets: string[] = []
    for (let step = 0; step < 6; step += 1) {
      const source = random.pick(['plugin:a', 'plugin:b', 'comicinfo'])
      const values = pickValues(random, choices)
      const preview = await previewChangeSet(server.ctx.db, entity, { id, source, values })
      const { id: changeSetId, fields } = await applyValues(id, source, values)
      const announced = preview.filter(({ status }) => status === 'will_apply')
      expect(announced.map(({ field }) => field).toSorted()).toEqual(fields.toSorted())
      if (changeSetId) sets.push(changeSetId)
      // Undoing a provider's change set, in any order, does not change them either.
      if (sets.length > 0 && random.next() < 0.3) await undoValues(sets.shift()!)
      const after = await takeSnapshot(subject, id)
      expect(after.locks).toEqual(before.locks)
      for (const name of kept) {
        expect([name, after.values[name], after.sources[name]]).toEqual([
          name,
          before.values[name],
          before.sources[name],
        ])
      }
    }
  })

  test('keep a field that a user edited or locked when they are undone', async () => {
    const id = await subject.seed()
    const { id: set } = await applyValues(id, 'plugin:a', { title: 'One', titleSort: 'A' })
    await editFields(subject, id, { title: 'Mine' })
    expect(await undoValues(set!)).toEqual({ restored: ['titleSort'], kept: ['title'] })
    expect((await takeSnapshot(subject, id)).values).toMatchObject({
      title: 'Mine',
      titleSort: null,
    })

    const { id: next } = await applyValues(id, 'plugin:a', { titleSort: 'B' })
    await setLock(subject, id, 'titleSort', true)
    expect(await undoValues(next!)).toEqual({ restored: [], kept: ['titleSort'] })
    expect((await takeSnapshot(subject, id)).values['titleSort']).toBe('B')
  })

  test('keep the later value when they are undone out of order', async () => {
    const id = await subject.seed()
    const first = await applyValues(id, 'plugin:a', { titleSort: 'A' })
    await editFields(subject, id, { titleSort: null })
    await changeMetadata(server.ctx, entity, { viewer: system, id }, (draft) =>
      draft.reset(['titleSort']),
    )
    await Bun.sleep(2)
    const second = await applyValues(id, 'plugin:a', { titleSort: 'A' })
    expect(second.fields).toEqual(['titleSort'])
    expect(await undoValues(first.id!)).toEqual({ restored: [], kept: ['titleSort'] })
    expect(await undoValues(second.id!)).toEqual({ restored: ['titleSort'], kept: [] })
  })

  test('can be undone once, and only for their own entity', async () => {
    const id = await subject.seed()
    const { id: set } = await applyValues(id, 'plugin:a', { titleSort: 'A' })
    await undoValues(set!)
    await expect(undoValues(set!)).rejects.toMatchObject({ reason: 'conflict' })
    await expect(undoValues(Bun.randomUUIDv7())).rejects.toMatchObject({ reason: 'not_found' })
    const other = subjects.find(({ name }) => name !== subject.name)!
    const elsewhere = undoChangeSet(server.ctx, other.entity, { changeSetId: set! })
    await expect(elsewhere).rejects.toMatchObject({ reason: 'not_found' })
  })

  test('are previewed with the reason for each skipped field', async () => {
    const id = await subject.seed()
    await editFields(subject, id, { title: 'Mine' })
    await applyValues(id, 'plugin:a', { titleSort: 'A' })
    const previewValues = async (source: string, values: Values) =>
      (await previewChangeSet(server.ctx.db, entity, { id, source, values })).map(
        ({ field, status }) => [field, status],
      )
    expect(await previewValues('comicinfo', { title: 'One', titleSort: 'B' })).toEqual([
      ['title', 'locked'],
      ['titleSort', 'outranked'],
    ])
    expect(await previewValues('plugin:b', { titleSort: 'A' })).toEqual([
      ['titleSort', 'unchanged'],
    ])
    expect(await previewValues('edited', { title: 'One' })).toEqual([['title', 'will_apply']])
  })
})
