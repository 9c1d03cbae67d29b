/**
 * Ranks provider candidates for a book by ISBN, or else by title, author and year, and decides
 * whether the best one matches. Pure.
 */
import type { BookCandidate } from '../../providers/model'
import { compareTitles } from '../compare-titles'
import { isSamePerson } from '../candidate-evidence'
import { decisionMessages, reasonMessages } from '../messages'
import type { Decision, LocalBook, RankedCandidate, Reason } from '../model'
import { decideMatch } from '../rank-candidates'
import { splitCredits } from '../read-series-name'
import { collectionWords, hasOtherWord, isDerived, listCandidateTitles } from './derived-books'
import { normalizeNumber } from './part-number'
import {
  type BookName,
  findTrailingNumber,
  formatNumberedTitle,
  listSpelledTitles,
  readBookName,
  readBookTitle,
} from './read-book-title'

type RankedBook = RankedCandidate<BookCandidate>

/** Ranks candidates, best first. `knownIds` contains external IDs from a link or the file. */
export function rankBookCandidates(
  local: LocalBook,
  candidates: readonly BookCandidate[],
  knownIds: ReadonlySet<string> = new Set(),
): RankedBook[] {
  const name = readBookName(local)
  return candidates
    .map((candidate) => {
      const ranked = rankBook(local, name, candidate)
      return knownIds.has(candidate.externalId) ? confirmById(ranked) : ranked
    })
    .toSorted((a, b) => b.score - a.score)
}

const maxScore = 1.3

const confirmById = (ranked: RankedBook): RankedBook => ({
  ...ranked,
  score: maxScore,
  titleScore: 1,
  isConfirmed: true,
  doubt: undefined,
  reasons: [{ because: reasonMessages.known_book_id(), points: 1 }, ...ranked.reasons],
})

function rankBook(local: LocalBook, name: BookName, candidate: BookCandidate): RankedBook {
  const { titles, authors } = readCredits(local, name, candidate)
  const title = compareAllTitles(titles, candidate)
  const isbn = local.isbns.find((one) => candidate.isbns.includes(one))
  const people = comparePeople(authors, candidate)
  const volume = compareVolumes(name, candidate)
  const evidence = [
    people,
    volume.reason,
    isDerived(name, candidate) ? { because: decisionMessages.derived(), points: -0.2 } : undefined,
    compareLanguages(local, candidate),
    compareYears(local, candidate),
    comparePublishers(local, candidate),
  ].filter((one) => one !== undefined)
  const because =
    title.score >= 0.95
      ? reasonMessages.title_same({ title: title.theirs })
      : reasonMessages.title_similar({ title: title.theirs })
  const reasons = [{ because, points: title.score }, ...evidence]
  const isByAuthor = people !== undefined && people.points > 0
  const facts = { title: title.score, isByAuthor, hasAuthors: people !== undefined, volume }
  const base = { candidate, comparedTitle: title.mine, isConfirmed: isByAuthor }
  if (isbn !== undefined) {
    const reason = { because: reasonMessages.isbn_same({ isbn }), points: 1 }
    const doubt = volume.doubt ?? findIsbnDoubt(name, candidate, facts)
    return {
      ...base,
      isConfirmed: true,
      score: doubt ? 0.89 : maxScore,
      titleScore: 1,
      doubt,
      reasons: [reason, ...reasons],
    }
  }
  const sum = reasons.reduce((total, { points }) => total + points, 0)
  return {
    ...base,
    score: Math.min(Math.max(sum, 0), maxScore),
    titleScore: title.score,
    doubt: volume.doubt ?? findDoubt(local, name, candidate, facts),
    reasons,
  }
}

interface Facts {
  title: number
  isByAuthor: boolean
  /** The book and the candidate both have authors. */
  hasAuthors: boolean
  volume: { doubt?: ReturnType<typeof decisionMessages.other_volume> }
}

/** Minimum title similarity if the ISBN is the same, because a file may contain a wrong ISBN. */
const leastTitleOfIsbn = 0.5
function findIsbnDoubt(
  name: BookName,
  candidate: BookCandidate,
  { title, isByAuthor, hasAuthors }: Facts,
) {
  if (hasOtherWord(name, candidate, collectionWords)) return decisionMessages.derived()
  return title < leastTitleOfIsbn && !isByAuthor && (hasAuthors || title < 0.3)
    ? decisionMessages.other_title()
    : undefined
}

/**
 * Minimum title similarity, because books by one author can differ in a single letter: "Night" and
 * "Knight".
 */
const sameTitleLeast = 0.9

function findDoubt(local: LocalBook, name: BookName, candidate: BookCandidate, facts: Facts) {
  const { language, year } = candidate
  if (isOtherLanguage(local, candidate) && language !== null)
    return decisionMessages.other_language()
  if (isDerived(name, candidate)) return decisionMessages.derived()
  if (!facts.isByAuthor) return decisionMessages.no_author()
  if (facts.title < sameTitleLeast) return decisionMessages.not_similar()
  if (!candidate.isEdition && isLater(local.year, year)) {
    return decisionMessages.other_year({ year: String(year) })
  }
  return undefined
}

const isLater = (mine: number | null, theirs: number | null) =>
  mine !== null && theirs !== null && theirs > mine + 1

function compareAllTitles(titles: readonly string[], candidate: BookCandidate) {
  let best = { score: 0, mine: titles[0] ?? '', theirs: candidate.title }
  for (const theirs of listCandidateTitles(candidate)) {
    const spelled = listSpelledTitles(theirs)
    for (const mine of titles) {
      const score = Math.max(...spelled.map((one) => compareTitles(mine, one)))
      if (score > best.score) best = { score, mine, theirs }
    }
  }
  return best
}

/** Reads titles and authors from names such as "Author - Title". */
function readCredits(local: LocalBook, { titles }: BookName, { authors }: BookCandidate) {
  const known = [...local.authors, ...authors]
  const found = titles.flatMap((title) =>
    splitCredits(title).filter(({ person }) => known.some((one) => isSamePerson(person, one))),
  )
  return {
    titles: [...titles, ...found.map(({ title }) => formatNumberedTitle(readBookTitle(title)))],
    authors: local.authors.length > 0 ? local.authors : found.map(({ person }) => person),
  }
}

function comparePeople(mine: readonly string[], { authors }: BookCandidate): Reason | undefined {
  if (mine.length === 0 || authors.length === 0) return undefined
  const isShared = mine.some((one) => authors.some((other) => isSamePerson(one, other)))
  return isShared
    ? { because: reasonMessages.people_same(), points: 0.09 }
    : {
        because: reasonMessages.people_other({ authors: authors.slice(0, 3).join(', ') }),
        points: -0.4,
      }
}

interface VolumeResult {
  reason?: Reason
  doubt?: ReturnType<typeof decisionMessages.other_volume>
}

/** Compares the volume numbers. A different volume of the right series is never accepted. */
function compareVolumes(name: BookName, candidate: BookCandidate): VolumeResult {
  const { number, isNamedByNumber } = name
  const theirs = findVolume(name, candidate)
  if (number !== null && theirs !== null) {
    return number === theirs
      ? { reason: { because: reasonMessages.volume_same({ number }), points: 0.05 } }
      : {
          reason: { because: reasonMessages.volume_other({ number: theirs }), points: -0.5 },
          doubt: decisionMessages.other_volume(),
        }
  }
  // Without a volume number, the book could be the first volume, an omnibus, or a different book.
  const mustAgree = isNamedByNumber || (number === null && theirs !== null)
  return mustAgree ? { doubt: decisionMessages.volume_unknown() } : {}
}

function findVolume({ number: mine, titles }: BookName, candidate: BookCandidate) {
  if (candidate.number !== null) return normalizeNumber(candidate.number)
  for (const title of listCandidateTitles(candidate)) {
    const bare = mine === null ? null : findTrailingNumber(title)
    const isPartOfTitle = bare !== mine && titles.some((one) => compareTitles(one, title) >= 0.98)
    const number = readBookTitle(title).number ?? (isPartOfTitle ? null : bare)
    if (number !== null) return number
  }
  return null
}

const primary = (tag: string) => tag.split('-')[0]!.toLowerCase()
const isOtherLanguage = ({ language: mine }: LocalBook, { language: theirs }: BookCandidate) =>
  mine !== null && theirs !== null && primary(mine) !== primary(theirs)

const compareLanguages = (local: LocalBook, candidate: BookCandidate): Reason | undefined =>
  isOtherLanguage(local, candidate)
    ? {
        because: reasonMessages.language_other({ language: candidate.language! }),
        points: -0.15,
      }
    : undefined

/** Compares years. A work cannot be newer than its editions; years of editions prove nothing. */
function compareYears({ year: mine }: LocalBook, candidate: BookCandidate): Reason | undefined {
  const { year: theirs, isEdition } = candidate
  if (mine === null || theirs === null) return undefined
  const year = String(theirs)
  if (mine === theirs) return { because: reasonMessages.year_same({ year }), points: 0.04 }
  return !isEdition && isLater(mine, theirs)
    ? { because: reasonMessages.year_later({ year }), points: -0.2 }
    : undefined
}

const hasSamePublisher = ({ publisher: mine }: LocalBook, { publisher: theirs }: BookCandidate) =>
  mine !== null && theirs !== null && compareTitles(mine, theirs) >= 0.9

const comparePublishers = (local: LocalBook, candidate: BookCandidate): Reason | undefined =>
  hasSamePublisher(local, candidate)
    ? {
        because: reasonMessages.publisher_same({ publisher: candidate.publisher! }),
        points: 0.02,
      }
    : undefined

export interface BookDecision extends Decision {
  /** If false, only fields that all editions share may be applied. */
  isEditionKnown: boolean
}

/**
 * Decides on the best candidate. Other editions of the same book do not make the decision
 * ambiguous.
 */
export function decideBook(
  local: LocalBook,
  ranked: readonly RankedBook[],
  threshold?: number,
): BookDecision {
  const [first, ...others] = ranked
  if (!first) return { ...decideMatch([], threshold), isEditionKnown: false }
  const rivals = others.filter((one) => !isSameBook(first.candidate, one.candidate))
  return {
    ...decideMatch([first, ...rivals], threshold),
    isEditionKnown: isSameEdition(local, first.candidate),
  }
}

function isSameBook(a: BookCandidate, b: BookCandidate): boolean {
  const isByOne = a.authors.some((one) => b.authors.some((other) => isSamePerson(one, other)))
  if (!isByOne || compareTitles(titleOf(a), titleOf(b)) < 0.96) return false
  if (a.isEdition || b.isEdition || a.year === null || b.year === null) return true
  return Math.abs(a.year - b.year) <= 1
}

const titleOf = ({ title }: BookCandidate) => formatNumberedTitle(readBookTitle(title))

const isSameEdition = (local: LocalBook, candidate: BookCandidate) =>
  !candidate.isEdition ||
  local.isbns.some((one) => candidate.isbns.includes(one)) ||
  (local.year !== null && local.year === candidate.year && hasSamePublisher(local, candidate))

export function buildBookQuery(local: LocalBook): { title: string; author?: string } {
  const { titles } = readBookName(local)
  const [credit] = splitCredits(readBookTitle(local.title).base)
  const [author] = local.authors
  const [title = local.title] = titles
  if (author !== undefined) {
    const isCredited = credit && isSamePerson(credit.person, author)
    return { title: isCredited ? credit.title : title, author }
  }
  return { title }
}
