/** What a sync changes in ratings, notes and dates. */
import { expect, test } from 'bun:test'
import { isPulled } from '../../../src/ingest/reading-sync/rules/count-progress'
import { firstBase, mergeSides } from '../../../src/ingest/reading-sync/rules/merge-sides'
import type { Base, Here, There } from '../../../src/ingest/reading-sync/rules/model'

const here = (values: Partial<Here> = {}): Here => ({
  chapters: 0,
  volumes: null,
  status: null,
  ...values,
})
const there = (values: Partial<There> = {}): There => ({
  chapters: 0,
  volumes: 0,
  status: null,
  ...values,
})
const known = (own: number | null, theirs: number | null): Base => ({
  ...firstBase,
  score: { here: own, there: theirs },
})

test.each<[string, Base, number | null | undefined, number | null | undefined, object]>([
  ['new here', firstBase, 70, null, { push: 70, known: [70, 70] }],
  ['new there', firstBase, null, 70, { pull: 70, known: [70, 70] }],
  ['the same', firstBase, 70, 70, { known: [70, 70] }],
  ['new on both sides', firstBase, 70, 80, { known: [70, 80] }],
  ['none', firstBase, null, null, {}],
  ['as before', known(70, 80), 70, 80, { known: [70, 80] }],
  ['changed here', known(70, 80), 60, 80, { push: 60, known: [60, 60] }],
  ['changed there', known(70, 80), 70, 90, { pull: 90, known: [90, 90] }],
  ['changed on both sides', known(70, 80), 60, 90, { known: [60, 90] }],
  ['removed here', known(70, 70), null, 70, { known: [70, 70] }],
  ['removed there', known(70, 70), 70, null, { known: [70, 70] }],
  ['removed on both sides', known(70, 70), null, null, { known: [70, 70] }],
  ['not synced here', known(70, 70), undefined, 90, { known: [70, 70] }],
  ['not synced there', known(70, 70), 90, undefined, { known: [70, 70] }],
])('a rating that is %s', (_, before, own, theirs, expected) => {
  const merged = mergeSides(
    before,
    here({ score: own as number }),
    there({ score: theirs as number }),
  )
  const { score } = merged.base
  expect({
    ...(merged.push.score !== undefined && { push: merged.push.score }),
    ...(merged.pull.score !== undefined && { pull: merged.pull.score }),
    ...(score && { known: [score.here, score.there] }),
  }).toEqual(expected)
})

test.each([
  [74, 10, 70],
  [75, 10, 80],
  [4, 10, 10],
  [74, undefined, 74],
])('a rating of %d with steps of %p is %d there', (score, scoreStep, stored) => {
  const own = here({ score, ...(scoreStep && { scoreStep }) })
  const merged = mergeSides(undefined, own, there({ score: null }))
  expect(merged.push.score).toBe(score)
  expect(merged.base.score).toEqual({ here: score, there: stored })
  // The rounded value is the same one.
  const again = mergeSides(undefined, own, there({ score: stored }))
  expect([again.push.score, again.pull.score]).toEqual([undefined, undefined])
})

test('notes go both ways, too', () => {
  const pushed = mergeSides(undefined, here({ notes: 'Mine' }), there({ notes: null }))
  expect([pushed.push, pushed.base.notes]).toEqual([
    { notes: 'Mine' },
    { here: 'Mine', there: 'Mine' },
  ])
  const pulled = mergeSides(undefined, here({ notes: null }), there({ notes: 'Theirs' }))
  expect([pulled.pull.notes, pulled.base.notes]).toEqual([
    'Theirs',
    { here: 'Theirs', there: 'Theirs' },
  ])
})

test('no entry is added for an opinion alone, but an entry that is added gets it', () => {
  const opinion = { score: 70, notes: 'Good' }
  const alone = mergeSides(undefined, here(opinion), undefined)
  expect([alone.push, alone.base.score, alone.base.notes]).toEqual([{}, undefined, undefined])
  const added = mergeSides(
    undefined,
    here({ chapters: 3, status: 'reading', ...opinion }),
    undefined,
  )
  expect(added.push).toEqual({ chapters: 3, status: 'reading', ...opinion })
})

const dates = { startedOn: '2026-01-02', completedOn: '2026-02-03' }
test.each<[string, Partial<Here>, Partial<There> | undefined, object]>([
  ['of a new entry', { chapters: 3 }, undefined, { startedOn: dates.startedOn }],
  ['of an entry without progress', { chapters: 3 }, {}, { startedOn: dates.startedOn }],
  ['of an entry with progress', { chapters: 3 }, { chapters: 1 }, {}],
  ['of an entry with volumes', { chapters: 3 }, { volumes: 1 }, {}],
  ['that is there already', { chapters: 3 }, { startedOn: '2025-01-01' }, {}],
  ['without progress', { status: 'reading' }, {}, {}],
  [
    'of a finished work',
    { chapters: 3, status: 'completed' },
    { chapters: 1, status: 'reading' },
    { completedOn: dates.completedOn },
  ],
  [
    'of a finished work that has one',
    { chapters: 3, status: 'completed' },
    { chapters: 1, status: 'reading', completedOn: '2025-01-01' },
    {},
  ],
  [
    'of a work that is read again',
    { status: 'completed' },
    { status: 'reading', isReread: true },
    {},
  ],
])('dates: %s', (_, own, theirs, expected) => {
  const { push } = mergeSides(undefined, here({ ...dates, ...own }), theirs && there(theirs))
  const { startedOn, completedOn } = push
  expect({ ...(startedOn && { startedOn }), ...(completedOn && { completedOn }) }).toEqual(expected)
})

test('nothing is pushed for a work that is read again, but it is remembered', () => {
  const merged = mergeSides(
    undefined,
    here({ chapters: 9 }),
    there({ chapters: 5, isReread: true }),
  )
  expect(merged.push).toEqual({})
  expect(merged.base).toMatchObject({ chapters: 9, read: { chapters: 0, volumes: 0 } })
})

test('a pull that was undone is declined until the service drops below it', () => {
  const before = { ...firstBase, chapters: 9, declined: { chapters: 8, volumes: 0 } }
  const of = (own: number, theirs: number) =>
    mergeSides(before, here({ chapters: own }), there({ chapters: theirs })).base.declined.chapters
  expect([of(0, 9), of(0, 8), of(0, 7), of(7, 0)]).toEqual([8, 8, 7, 7])
  expect(mergeSides(before, here({ chapters: 0 }), undefined).base.declined.chapters).toBe(8)
})

test.each([
  ['planned', 'planned', undefined],
  ['reading', 'on_hold', 'reading'],
  ['planned', 'on_hold', undefined],
] as const)('%s here and %s there, after reading on', (status, theirs, expected) => {
  const before = {
    ...firstBase,
    chapters: 5,
    status: theirs,
    ownStatus: status,
    read: { chapters: 5, volumes: 0 },
  }
  const merged = mergeSides(
    before,
    here({ chapters: 6, status }),
    there({ chapters: 5, status: theirs }),
  )
  expect(merged.push.status).toBe(expected)
})

test('a status that the user lowered there stays until it is new here', () => {
  const before = { ...firstBase, status: 'reading' as const, ownStatus: 'reading' as const }
  const lowered = there({ status: 'planned' })
  expect(mergeSides(before, here({ status: 'reading' }), lowered).push.status).toBeUndefined()
  expect(mergeSides(before, here({ status: 'completed' }), lowered).push.status).toBe('completed')
})

test('an unknown status there is left alone', () => {
  const merged = mergeSides(undefined, here({ chapters: 5, status: 'reading' }), there())
  expect([merged.push, merged.base.status]).toEqual([{ chapters: 5 }, null])
})

test('a work on the want-to-read list here is not wanted once more', () => {
  const planned = there({ status: 'planned' })
  expect(mergeSides(undefined, here({ status: 'planned' }), planned).pull.isWanted).toBeUndefined()
})

const range = { upTo: 10, above: 5, declined: 2 }
test.each([
  ['the last one', { number: 10 }, range, true],
  ['the one after what was taken back', { number: 3 }, range, true],
  ['marked unread, up to the earlier progress', { number: 5, isTouched: true }, range, false],
  ['chapter 0', { number: 0 }, { ...range, declined: 0 }, true],
])('pulls %s', (_, { number, ...state }, given, expected) => {
  const one = { first: number, last: number, isRead: false, isTouched: false, ...state }
  expect(isPulled(one, given)).toBe(expected)
})
