/**
 * Generated lists over a generated library, with the usual noise: nearly all entries are matched,
 * none wrongly. Entries of books that the library does not have are never matched.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer, type TestServer } from '../../support/server'
import { review, writeFile } from './cbl-requests'

const seed = Number(process.env['SEED'] ?? 20_261)
const leastMatched = 0.95

/** Returns a seeded random generator (mulberry32). */
function createRandom(state: number) {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
const random = createRandom(seed)
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
const chance = (share: number) => random() < share

interface Issue {
  series: string
  start: number
  number: string
  year: number
  format: string
  /** Undefined if the issue is not in the library. */
  bookId?: string
}

const names = [
  'The Amber Coast',
  'Birds & Beasts',
  'Café Noir',
  "Driver's Seat",
  'Echo-9: Recon',
  'Four Winds',
  'Garden of Glass',
  'Harbor Lights',
  'Iron League',
  'Jötunn',
  'Kingdoms: Lost Crown',
  'Lantern Street',
  'Moon Rangers II',
  'Moon Rangers III',
  'Night Shift',
  'A Quiet Town',
]
const oddNumbers = ['0', '-1', '1.MU', '½', '7.1', '3A']

let server: TestServer
const issues: Issue[] = []

/** Adds series with equal names. Some series are not in the library, and some lack issues. */
beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server)
  for (const name of names) {
    let start = 1960 + Math.floor(random() * 20)
    const count = 1 + Math.floor(random() * 4)
    for (let volume = 1; volume <= count; volume++) {
      await addSeries(library, { name, start, isOwned: count === 1 || chance(0.75) })
      start += 1 + Math.floor(random() * 12)
    }
  }
})
afterAll(() => server.close())

interface Run {
  name: string
  start: number
  isOwned: boolean
}

type Library = Awaited<ReturnType<typeof seedLibrary>>

async function addSeries(library: Library, { name, start, isOwned }: Run) {
  const isNamedByYear = chance(0.7)
  const series = isOwned
    ? await seedSeries(server, library, {
        title: isNamedByYear && chance(0.5) ? `${name} (${start})` : name,
        year: isNamedByYear ? start : null,
      })
    : undefined
  const odd = oddNumbers.filter(() => chance(0.3))
  const numbers = [...Array.from({ length: 14 }, (_, i) => String(i + 1)), ...odd]
  for (const [index, number] of numbers.entries()) {
    const year = start + Math.floor(Math.min(index, 13) / 12)
    const issue: Issue = { series: name, start, number, year, format: '' }
    if (series && chance(0.85)) {
      issue.bookId = await addIssue(series, issue, isNamedByYear ? null : start)
    }
    issues.push(issue)
  }
  if (series) await addAnnual(series, { name, start })
}

type Series = Awaited<ReturnType<typeof seedSeries>>

async function addIssue(series: Series, issue: Issue, volume: number | null) {
  const { series: name, number, year } = issue
  const plain = /^-?\d+(\.\d+)?$/.test(number) ? Number(number) : null
  const book = await seedBook(server, series, {
    title: `${name} ${number}`,
    chapter: plain,
    volume,
    metadata: { number: plain === null || chance(0.5) ? number : null, year },
  })
  return book.id
}

async function addAnnual(series: Series, { name, start }: Omit<Run, 'isOwned'>) {
  const number = '1'
  const year = start + 1
  const metadata = { number, year, formatDetail: 'Annual' }
  const book = await seedBook(server, series, {
    title: `${name} Annual 1`,
    chapter: 1,
    volume: start,
    metadata,
  })
  issues.push({ series: name, start, number, year, format: 'Annual', bookId: book.id })
}

/** Spells a title as people and programs do. */
function spell(name: string, start: number) {
  const spelled = pick<(text: string) => string>([
    (text) => text,
    (text) => text.toUpperCase(),
    (text) => text.replace(/^The /, ''),
    (text) => text.replace(/^(The|A) (.*)$/, '$2, $1'),
    (text) => text.normalize('NFD').replace(/\p{Mn}/gu, ''),
    (text) => text.replace(/[':-]/g, ' '),
    (text) => text.replace(' & ', ' and '),
    (text) => text.replace(' III', ' 3').replace(' II', ' 2'),
    (text) => `  ${text.replaceAll(' ', '  ')}`,
  ])(name)
  return chance(0.2) ? `${spelled} (${start})` : spelled
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

function writeEntry({ series, start, number, year, format }: Issue, kind: 'usual' | 'poor') {
  const isAnnual = format === 'Annual'
  const named = isAnnual && chance(0.5)
  const title = spell(named ? `${series} Annual` : series, start)
  const attributes = {
    Series: title,
    Number: chance(0.2) && /^\d+$/.test(number) ? number.padStart(3, '0') : number,
    ...(kind === 'usual' && { Volume: String(start) }),
    ...(kind === 'usual' && chance(0.9) && { Year: String(year) }),
    ...(isAnnual && !named && { Format: 'Annual' }),
  }
  const text = Object.entries(attributes).map(([name, value]) => `${name}="${escape(value)}"`)
  return `<Book ${text.join(' ')}/>`
}

interface Reviewed {
  status: string
  candidates: { bookId: string }[]
}

async function reviewIssues(listed: readonly Issue[], kind: 'usual' | 'poor') {
  const file = writeFile(listed.map((issue) => writeEntry(issue, kind)))
  const { status, body } = await review(server, 'ann', file)
  expect(status).toBe(200)
  return body.entries as Reviewed[]
}

const describeWrong = (listed: readonly Issue[], entries: readonly Reviewed[]) =>
  entries.flatMap(({ status, candidates: [first] }, index) =>
    status === 'exact' && first!.bookId !== listed[index]!.bookId ? [listed[index]] : [],
  )

test(`at least 95 % of the entries are matched and none wrongly (seed ${seed})`, async () => {
  for (let round = 0; round < 5; round++) {
    const owned = issues.filter(({ bookId }) => bookId !== undefined)
    const listed = Array.from({ length: 400 }, () => pick(owned))
    const entries = await reviewIssues(listed, 'usual')
    expect(describeWrong(listed, entries)).toEqual([])
    const missed = listed.filter((_, index) => entries[index]!.status !== 'exact')
    expect(missed.length / listed.length, JSON.stringify(missed.slice(0, 10))).toBeLessThanOrEqual(
      1 - leastMatched,
    )
  }
})

test(`entries without a book, or without years, are not matched wrongly (seed ${seed})`, async () => {
  const entries = await reviewIssues(issues, 'usual')
  expect(describeWrong(issues, entries)).toEqual([])
  const poor = await reviewIssues(issues, 'poor')
  expect(describeWrong(issues, poor)).toEqual([])
  const lost = issues.filter(
    ({ bookId }, index) =>
      bookId !== undefined &&
      !poor[index]!.candidates.some((candidate) => candidate.bookId === bookId),
  )
  expect(lost).toEqual([])
})
