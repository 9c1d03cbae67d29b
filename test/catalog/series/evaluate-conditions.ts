/** A simple in-memory evaluation of conditions, to compare with the SQL. */
import type {
  InstantTest,
  NumberTest,
  TextTest,
  UuidTest,
} from '../../../src/platform/query/compile-comparison'
import { foldText } from '../../../src/platform/lib/text/fold-text'
import type { SeriesCondition } from '../../../src/catalog/series/lists/model'
import type { Dice } from '../../support/dice'

export interface Subject {
  id: string
  libraryId: string
  title: string
  publisher: string | null
  summary: string | null
  status: string | null
  year: number | null
  rating: number | null
  totalVolumeCount: number | null
  bookCount: number
  tracked: boolean
  createdAt: Date
  genres: string[]
  authors: string[]
  read: number
  open: number
  readAt: Date | null
  wanted: boolean
}

export function matches(condition: SeriesCondition, subject: Subject): boolean {
  if ('allOf' in condition) return condition.allOf.every((part) => matches(part, subject))
  if ('anyOf' in condition) return condition.anyOf.some((part) => matches(part, subject))
  if ('not' in condition) return !matches(condition.not, subject)
  const [[field, test]] = Object.entries(condition) as [[string, { operator: string }]]
  return leaves[field]!(subject, test as never)
}

const leaves: Record<string, (subject: Subject, test: never) => boolean> = {
  libraryId: ({ libraryId }, test) => matchesId(libraryId, test),
  title: ({ title }, test) => matchesText(title, test),
  publisher: ({ publisher }, test) => matchesText(publisher, test),
  summary: ({ summary }, test) => matchesText(summary, test),
  status: ({ status }, test) => matchesText(status, test),
  genre: ({ genres }, test) => matchesList(genres, test),
  author: ({ authors }, test) => matchesList(authors, test),
  readStatus: (subject, test) => matchesText(readStatus(subject), test),
  year: ({ year }, test) => matchesNumber(year, test),
  communityRating: ({ rating }, test) => matchesNumber(rating, test),
  unreadCount: ({ bookCount, read }, test) => matchesNumber(bookCount - read, test),
  isTracked: ({ tracked }, test) => matchesFlag(tracked, test),
  wantToRead: ({ wanted }, test) => matchesFlag(wanted, test),
  completion: ({ totalVolumeCount, bookCount }, test) =>
    matchesFlag(totalVolumeCount !== null && bookCount >= totalVolumeCount, test),
  dateAdded: ({ createdAt }, test) => matchesTime(createdAt, test),
  dateRead: ({ readAt }, test) => matchesTime(readAt, test),
}

function readStatus({ read, open, bookCount }: Subject) {
  if (read > 0 && read >= bookCount) return 'read'
  return read > 0 || open > 0 ? 'in_progress' : 'unread'
}

const toAsciiLowerCase = (value: string) =>
  [...value].map((c) => (c >= 'A' && c <= 'Z' ? c.toLowerCase() : c)).join('')

function matchesText(stored: string | null, test: TextTest): boolean {
  if (test.operator === 'isNull') return stored === null || stored === ''
  if (test.operator === 'isNotNull') return stored !== null && stored !== ''
  const wanted = toAsciiLowerCase((test as { value: string }).value)
  const own = stored === null ? null : toAsciiLowerCase(stored)
  const matchesEvery = (fits: (own: string) => boolean) => own !== null && fits(own)
  const answers: Record<string, boolean> = {
    is: own === wanted,
    isNot: own !== wanted,
    contains: matchesEvery((it) => it.includes(wanted)),
    doesNotContain: !matchesEvery((it) => it.includes(wanted)),
    beginsWith: matchesEvery((it) => it.startsWith(wanted)),
    endsWith: matchesEvery((it) => it.endsWith(wanted)),
  }
  return answers[test.operator]!
}

function matchesList(stored: string[], test: TextTest): boolean {
  if (test.operator === 'isNull') return stored.length === 0
  if (test.operator === 'isNotNull') return stored.length > 0
  const folded = { ...test, value: foldText((test as { value: string }).value) } as TextTest
  const names = stored.map((name) => foldText(name))
  const isDenial = test.operator === 'isNot' || test.operator === 'doesNotContain'
  return isDenial
    ? names.every((name) => matchesText(name, folded))
    : names.some((name) => matchesText(name, folded))
}

function matchesId(stored: string, test: UuidTest): boolean {
  if (test.operator === 'is') return stored === test.value
  if (test.operator === 'isNot') return stored !== test.value
  const { values } = test as { values: string[] }
  return values.includes(stored) === (test.operator === 'in')
}

const matchesFlag = (stored: boolean, { operator }: { operator: string }) =>
  stored === (operator === 'isTrue')

function matchesNumber(stored: number | null, test: NumberTest): boolean {
  if (test.operator === 'isNull') return stored === null
  if (test.operator === 'ne') return stored !== test.value
  if (stored === null) return false
  if (test.operator === 'isNotNull') return true
  if (test.operator === 'between') {
    return stored >= (test.min ?? -Infinity) && stored <= (test.max ?? Infinity)
  }
  const { value } = test as { value: number }
  const signs: Record<string, boolean> = {
    eq: stored === value,
    gt: stored > value,
    gte: stored >= value,
    lt: stored < value,
    lte: stored <= value,
  }
  return signs[test.operator]!
}

function matchesTime(stored: Date | null, test: InstantTest): boolean {
  if (test.operator === 'isNull') return stored === null
  if (test.operator === 'notInTheLast')
    return !matchesTime(stored, { ...test, operator: 'inTheLast' })
  if (stored === null) return false
  if (test.operator === 'isNotNull') return true
  const at = stored.getTime()
  if (test.operator === 'inTheLast') return at >= Date.now() - test.days * 86_400_000
  if (test.operator === 'between') {
    const from = test.start ? Date.parse(test.start) : -Infinity
    return at >= from && at <= (test.end ? Date.parse(test.end) : Infinity)
  }
  const value = Date.parse((test as { value: string }).value)
  const signs: Record<string, boolean> = {
    after: at > value,
    before: at < value,
    onOrAfter: at >= value,
    onOrBefore: at <= value,
  }
  return signs[test.operator]!
}

const texts = ['is', 'isNot', 'contains', 'doesNotContain', 'beginsWith', 'endsWith'] as const
const words: Record<string, readonly string[]> = {
  title: ['alpha 1', 'A', '%', '_', 'μμ', 'Γάμμα 2', '3'],
  publisher: ['BIG HOUSE', 'big', 'é', 'É', "o'neil"],
  summary: ['100%', '_', 'TIME', 'x'],
  status: ['ongoing', 'ENDED', 'o'],
  genre: ['drama', 'science', 'cocuk', 'nothing'],
  author: ['jose diaz', 'T.', 'zaneta', 'nobody'],
  readStatus: ['read', 'unread', 'in_progress'],
}
const numbers: Record<string, readonly number[]> = {
  year: [1990, 1999, 1999.5, -1],
  communityRating: [10.5, 50],
  unreadCount: [0, 1, 2, -1],
}
const facts = new Set(['isTracked', 'wantToRead', 'completion'])
const times = ['2020-06-01T00:00:00Z', '2021-03-01T00:00:00.000Z', '1999-12-31T23:59:59+02:00']

/** Age in days of a date that half of the subjects are newer than. */
const daysSinceMiddle = Math.round((Date.now() - Date.UTC(2020, 5, 15)) / 86_400_000)

export function createRandomTree(dice: Dice, libraryIds: string[], depth: number): SeriesCondition {
  const kind = depth === 0 ? 3 : dice.roll(6)
  const inner = () => createRandomTree(dice, libraryIds, depth - 1)
  const parts = () => Array.from({ length: dice.roll(4) }, inner)
  if (kind === 0) return { allOf: parts() }
  if (kind === 1) return { anyOf: parts() }
  if (kind === 2) return { not: inner() }
  return createRandomLeaf(dice, libraryIds) as SeriesCondition
}

function createRandomLeaf(dice: Dice, libraryIds: string[]): object {
  const field = dice.one(Object.keys(leaves))
  if (dice.roll(8) === 0 && !facts.has(field) && field !== 'libraryId') {
    return { [field]: { operator: dice.one(['isNull', 'isNotNull']) } }
  }
  if (words[field]) {
    return { [field]: { operator: dice.one(texts), value: dice.one(words[field]) } }
  }
  if (numbers[field]) return { [field]: createRandomNumber(dice, numbers[field]) }
  if (facts.has(field)) return { [field]: { operator: dice.one(['isTrue', 'isFalse']) } }
  if (field === 'libraryId') return { libraryId: createRandomLibrary(dice, libraryIds) }
  return { [field]: createRandomTime(dice) }
}

function createRandomNumber(dice: Dice, values: readonly number[]) {
  if (dice.roll(4) === 0) return { operator: 'between', min: dice.one(values), max: null }
  const operator = dice.one(['eq', 'ne', 'gt', 'gte', 'lt', 'lte'])
  return { operator, value: dice.one(values) }
}

function createRandomLibrary(dice: Dice, libraryIds: string[]) {
  if (dice.roll(2) === 0)
    return { operator: dice.one(['is', 'isNot']), value: dice.one(libraryIds) }
  const values = libraryIds.filter(() => dice.roll(2) === 0)
  return { operator: dice.one(['in', 'notIn']), values }
}

function createRandomTime(dice: Dice) {
  if (dice.roll(4) === 0) return { operator: 'between', end: dice.one(times) }
  if (dice.roll(4) === 0) {
    const days = dice.one([1, daysSinceMiddle, 36_500])
    return { operator: dice.one(['inTheLast', 'notInTheLast']), days }
  }
  const operator = dice.one(['after', 'before', 'onOrAfter', 'onOrBefore'])
  return { operator, value: dice.one(times) }
}
