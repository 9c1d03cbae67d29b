/** Decides which book an entry in a reading list refers to. Pure. */
import type { Message } from '../../../platform/messages/message'
import { reasonMessages } from '../../matching/messages'
import { cblReasonMessages } from '../messages'
import type { SeriesTitle, Wanted } from './entry-keys'

/** A book with the entry's number in a series that the entry can refer to. */
export interface FoundBook {
  id: string
  seriesId: string
  seriesTitle: string
  title: string
  number: string
  /** The release year. */
  year: number | null
  /** Start year of the series, or volume number. */
  volume: number | null
  /** Issue IDs, keyed by provider. */
  issueIds: ReadonlyMap<string, string>
}

export interface FoundSeries {
  id: string
  names: readonly SeriesTitle[]
  year: number | null
  /** Series IDs, keyed by provider. */
  ids: ReadonlyMap<string, string>
}

type Status = 'exact' | 'likely' | 'none'

export interface Candidate {
  book: FoundBook
  reasons: Message[]
  isSure: boolean
  /** Used to rank candidates. */
  points: number
}

export interface WantedIds {
  /** IDs in the entry, keyed by provider. */
  series: ReadonlyMap<string, string>
  issue: ReadonlyMap<string, string>
}

export interface Compared {
  book: FoundBook
  series: FoundSeries
  /** Chosen manually for the entry's series. */
  isChosenSeries: boolean
}

/**
 * Compares a book with an entry. The match is certain if an ID or a manual choice confirms it, or
 * if a year confirms it and nothing contradicts it.
 */
export function compareBook(wanted: Wanted, ids: WantedIds, found: Compared): Candidate {
  const { book, series, isChosenSeries } = found
  const title = { because: reasonMessages.title_same({ title: book.seriesTitle }), points: 0 }
  const number = { because: reasonMessages.number_same({ number: book.number }), points: 0 }
  const issue = compareIds(ids.issue, book.issueIds)
  const work = compareIds(ids.series, series.ids)
  if (issue === 'same') return confirm(found, reasonMessages.known_book_id(), 8)
  if (work === 'same' && issue !== 'other') return confirm(found, reasonMessages.known_id(), 6)
  if (isChosenSeries) return confirm(found, cblReasonMessages.chosen_series(), 7)
  const facts = [compareStart(wanted, found), compareRelease(wanted, book)].flat()
  if (issue === 'other' || work === 'other') {
    facts.push({ because: cblReasonMessages.id_other(), points: -8 })
  }
  const isExactTitle = series.names.some(({ exact }) => exact === wanted.exact)
  const isContradicted = facts.some(({ points }) => points < 0)
  const sum = facts.reduce((total, { points }) => total + points, 0)
  return {
    book,
    reasons: [title, number, ...facts].map(({ because }) => because),
    isSure: !isContradicted && sum >= surePoints,
    points: sum + (isExactTitle ? 0.5 : 0),
  }
}

const surePoints = 2

const confirm = ({ book }: Compared, because: Message, points: number): Candidate => ({
  book,
  reasons: [because, reasonMessages.number_same({ number: book.number })],
  isSure: true,
  points,
})

/**
 * Minimum number of points for offering a book. A start or release year that differs by more than
 * one year costs more points than this.
 */
const leastSimilar = -2

/** Compares a book of a series with a similar title. The match is never certain. */
export function compareSimilar(wanted: Wanted, found: Compared): Candidate | undefined {
  const { book } = found
  const facts = [compareStart(wanted, found), compareRelease(wanted, book)].flat()
  const points = facts.reduce((total, fact) => total + fact.points, 0)
  if (points < leastSimilar) return undefined
  const reasons = [
    reasonMessages.title_similar({ title: book.seriesTitle }),
    reasonMessages.number_same({ number: book.number }),
    ...facts.map(({ because }) => because),
  ]
  return { book, reasons, isSure: false, points }
}

function compareIds(mine: ReadonlyMap<string, string>, theirs: ReadonlyMap<string, string>) {
  const shared = [...mine].filter(([provider]) => theirs.has(provider))
  if (shared.length === 0) return 'unknown'
  return shared.every(([provider, id]) => theirs.get(provider) === id) ? 'same' : 'other'
}

interface Fact {
  because: Message
  points: number
}

/** Prefers a year in the title or in the book's volume field to the stored year of the series. */
export const findStartYear = (series: FoundSeries, book: Pick<FoundBook, 'volume'>) =>
  series.names.find(({ startYear }) => startYear !== null)?.startYear ??
  (isYear(book.volume) ? book.volume : series.year)

const isYear = (volume: number | null): volume is number => volume !== null && volume >= 1500

function compareStart(wanted: Wanted, { book, series }: Compared): Fact[] {
  const start = findStartYear(series, book)
  const volumes = compareVolumes(wanted, { book, series })
  if (wanted.startYear === null) return volumes
  if (start === null) {
    return [{ because: cblReasonMessages.start_unknown(), points: 0 }, ...volumes]
  }
  const year = String(start)
  if (start === wanted.startYear) {
    return [{ because: cblReasonMessages.start_same({ year }), points: 3 }, ...volumes]
  }
  const wantedYear = String(wanted.startYear)
  // Relaunches can be only a year apart, so a year that is off by one is not a match either.
  const points = Math.abs(start - wanted.startYear) === 1 ? -1 : -4
  return [{ because: cblReasonMessages.start_other({ year, wanted: wantedYear }), points }]
}

function compareVolumes(
  { volume }: Wanted,
  { book, series }: Pick<Compared, 'book' | 'series'>,
): Fact[] {
  const named = series.names.find((one) => one.volume !== null)?.volume ?? null
  const theirs = named ?? (isYear(book.volume) ? null : book.volume)
  if (volume === null || theirs === null) return []
  return volume === theirs
    ? [{ because: reasonMessages.volume_same({ number: String(volume) }), points: 1 }]
    : [{ because: cblReasonMessages.volume_other(), points: -2 }]
}

/** Compares release years. Accepts a difference of 1, as between a cover date and a sale date. */
function compareRelease(wanted: Wanted, book: FoundBook): Fact[] {
  if (wanted.year === null && wanted.startYear === null) {
    return [{ because: cblReasonMessages.no_year(), points: 0 }]
  }
  if (wanted.year === null || book.year === null) return []
  const year = String(book.year)
  const years = Math.abs(wanted.year - book.year)
  if (years > 1) {
    const because = cblReasonMessages.released_other({ year, wanted: String(wanted.year) })
    return [{ because, points: -3 }]
  }
  return [{ because: cblReasonMessages.released({ year }), points: years === 0 ? 2 : 1 }]
}

export interface Decided {
  status: Status
  candidates: Candidate[]
}

const maxCandidates = 5

/**
 * Accepts the best book as an exact match if it is certain and no other book has as many points.
 */
export function decide(found: readonly Candidate[]): Decided {
  const candidates = found.toSorted((a, b) => b.points - a.points).slice(0, maxCandidates)
  const [first, second] = candidates
  if (!first) return { status: 'none', candidates }
  const isAlone = second === undefined || second.points < first.points
  if (first.isSure && isAlone) return { status: 'exact', candidates: [first] }
  if (!first.isSure || !second) return { status: 'likely', candidates }
  const [best, ...others] = candidates
  const because = cblReasonMessages.several()
  return {
    status: 'likely',
    candidates: [{ ...best!, reasons: [...best!.reasons, because] }, ...others],
  }
}
