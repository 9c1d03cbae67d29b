/**
 * Ranks provider candidates for a catalog series, and decides whether the best one matches. Pure.
 */
import type { Candidate } from '../providers/model'
import { compareTitles } from './compare-titles'
import { decisionMessages, reasonMessages } from './messages'
import { collectEvidence, confirmingPoints, isSamePerson } from './candidate-evidence'
import type { Decision, LocalSeries, RankedCandidate } from './model'
import {
  findMedium,
  findYear,
  readSeriesName,
  type SeriesName,
  splitCredits,
} from './read-series-name'
import { joinTitle, splitTitle } from './title-words'

/** Ranks candidates, best first. `knownIds` contains external IDs from the files or the user. */
export function rankCandidates(
  local: LocalSeries,
  candidates: readonly Candidate[],
  knownIds: ReadonlySet<string> = new Set(),
): RankedCandidate[] {
  const name = readSeriesName(local)
  return candidates
    .map((candidate) => {
      const ranked = rankByFacts(local, name, candidate)
      return knownIds.has(candidate.externalId) ? confirmById(ranked) : ranked
    })
    .toSorted((a, b) => b.score - a.score)
}

/** Confirms a candidate by its ID, regardless of its title, which may be in another language. */
const confirmById = (ranked: RankedCandidate): RankedCandidate => ({
  ...ranked,
  score: maxScore,
  titleScore: 1,
  isConfirmed: true,
  doubt: undefined,
  reasons: [{ because: reasonMessages.known_id(), points: 1 }, ...ranked.reasons],
})

const maxScore = 1.3

function rankByFacts(local: LocalSeries, name: SeriesName, candidate: Candidate): RankedCandidate {
  const { titles, authors } = readCredits(name, local, candidate)
  const { titleScore, theirs, mine } = compareAllTitles({ ...name, titles }, candidate)
  const evidence = collectEvidence({ ...local, authors }, name, candidate)
  const sum = evidence.reduce((total, { points }) => total + points, titleScore)
  const because =
    titleScore >= 0.95
      ? reasonMessages.title_same({ title: theirs })
      : reasonMessages.title_similar({ title: theirs })
  return {
    candidate,
    titleScore,
    score: Math.min(Math.max(sum, 0), maxScore),
    comparedTitle: mine,
    isConfirmed: evidence.some(({ points }) => points >= confirmingPoints),
    doubt: findYearDoubt(local, name.year, candidate),
    reasons: [{ because, points: titleScore }, ...evidence],
  }
}

/**
 * Returns a doubt about the year. For comics, any difference counts unless the number of chapters
 * is the same, because series of the same name can be only one year apart. Other works cannot start
 * more than a year after one of their editions.
 */
function findYearDoubt(local: LocalSeries, mine: number | null, candidate: Candidate) {
  const { year, totalChapterCount } = candidate
  if (mine === null || year === null || mine === year) return undefined
  const isSameCount = local.maxChapter !== null && local.maxChapter === totalChapterCount
  const isOther = local.kind === 'comic' ? !isSameCount : year > mine + 1
  return isOther ? decisionMessages.other_year({ year: String(year) }) : undefined
}

/** Reads titles and authors from names such as "Author - Title". */
function readCredits(name: SeriesName, local: LocalSeries, { authors }: Candidate) {
  const known = [...local.authors, ...authors]
  const found = name.titles.flatMap((form) =>
    splitCredits(form.title)
      .filter(({ person }) => splitPeople(person).every((one) => isCredited(one, known)))
      .map(({ title, person }) => ({ ...form, title, person })),
  )
  const people = found.flatMap(({ person }) => splitPeople(person))
  return {
    titles: [...found, ...name.titles],
    authors: local.authors.length > 0 ? local.authors : [...new Set(people)],
  }
}

const splitPeople = (names: string) => names.split(/\s*(?:,|&|\band\b)\s*/)

/**
 * Returns whether the text is a known name. Text with more words than the name could be a subtitle.
 */
const isCredited = (person: string, known: readonly string[]) =>
  known.some(
    (one) => isSamePerson(person, one) && splitTitle(person).length <= splitTitle(one).length,
  )

/**
 * Penalty for titles that omit words that may belong to them. The resulting score requires a person
 * to decide.
 */
const unknownWordsPenalty = 0.15

function compareAllTitles({ titles, unknownWords }: SeriesName, candidate: Candidate) {
  let best = { titleScore: 0, mine: titles[0]?.title ?? '', theirs: candidate.title }
  const others = listTitles(candidate)
  const isUnknown = unknownWords !== undefined && !isExplained(unknownWords, candidate)
  for (const { title: mine, penalty, isWithoutUnknown } of titles) {
    const lost = isWithoutUnknown && isUnknown ? unknownWordsPenalty : penalty
    for (const { title: theirs, bare } of others) {
      const score = Math.max(compareTitles(mine, theirs), compareTitles(mine, bare))
      const titleScore = score - lost
      if (titleScore > best.titleScore) best = { titleScore, mine, theirs }
    }
  }
  return best
}

const bracketAtEnd = /\s*\(([^()]*)\)\s*$/

/** Lists titles without the medium or author that catalogs append in brackets: "Title (Novel)". */
function listTitles(candidate: Candidate) {
  const titles = [candidate.title, ...candidate.alternateTitles.map(({ title }) => title)]
  return titles.map((title) => {
    const [, inside] = bracketAtEnd.exec(title) ?? []
    const isKnown = inside !== undefined && isExplained(inside, candidate)
    return { title, bare: isKnown ? title.replace(bracketAtEnd, '') : title }
  })
}

/**
 * Returns whether words in brackets are the medium, the year, a person or an alternate title of the
 * candidate.
 */
function isExplained(words: string, { authors, publisher, title, alternateTitles }: Candidate) {
  const names = publisher === null ? authors : [...authors, publisher]
  return (
    findMedium(words) !== undefined ||
    findYear(words) !== null ||
    words.split(/,|&| and /).some((one) => names.some((name) => isSamePerson(one, name))) ||
    [title, ...alternateTitles.map((one) => one.title)].some(
      (one) => compareTitles(words, one) > 0.9,
    )
  )
}

const lowestScore = 0.5
const defaultThreshold = 0.9
/** Titles with a lower score belong to different works. */
export const lowestTitleScore = 0.86
/** Below this score, the titles differ in more than spelling. */
const sameTitleLeast = 0.9
/** Minimum lead over the next candidate. */
const margin = 0.05
/** Titles with at most this many characters prove nothing by themselves. */
const shortTitle = 2

export function decideMatch(
  ranked: readonly RankedCandidate[],
  threshold = defaultThreshold,
): Decision {
  const [first, second] = ranked
  if (!first || first.score < lowestScore) {
    return { choice: null, mayApply: false, because: decisionMessages.nothing_similar() }
  }
  const choice = first.candidate.externalId
  const refusal = findDoubt(first, second, threshold)
  return refusal
    ? { choice, mayApply: false, because: refusal }
    : { choice, mayApply: true, because: decisionMessages.sure() }
}

function findDoubt(first: RankedCandidate, second: RankedCandidate | undefined, threshold: number) {
  if (first.score < threshold || first.titleScore < lowestTitleScore) {
    return decisionMessages.not_similar()
  }
  // A single letter can make a different work: "World War Hulk" and "World War Hulks".
  if (first.titleScore < sameTitleLeast && !first.isConfirmed) return decisionMessages.not_similar()
  if (second && first.score - second.score < margin) {
    return decisionMessages.ambiguous({ title: second.candidate.title })
  }
  const isShort = joinTitle(first.comparedTitle).length <= shortTitle
  if (isShort && !first.isConfirmed) return decisionMessages.too_short()
  return first.doubt
}
