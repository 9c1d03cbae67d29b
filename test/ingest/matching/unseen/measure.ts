/** Measures how often the right work comes first, and how often a wrong one would be applied. */
import type { LocalSeries } from '../../../../src/ingest/matching/model'
import { decideMatch, rankCandidates } from '../../../../src/ingest/matching/rank-candidates'
import { joinTitle } from '../../../../src/ingest/matching/title-words'
import { mediumOf, searchWorks, shareTitle, type Work } from './works'

export interface Figures {
  /** Series whose work is among the candidates and can be distinguished from the others. */
  found: number
  rightFirst: number
  applied: number
  /** Series whose work is not among the candidates. */
  absent: number
  /** Descriptions of the series in each category, one line per series. */
  wrong: string[]
  notFirst: string[]
  notApplied: string[]
}

export const createFigures = (): Figures => ({
  found: 0,
  rightFirst: 0,
  applied: 0,
  absent: 0,
  wrong: [],
  notFirst: [],
  notApplied: [],
})

export function measure(figures: Figures, work: Work, local: LocalSeries, shortened?: string) {
  measurePresent(figures, { work, local, shortened })
  measureAbsent(figures, { work, local, shortened })
}

interface Question {
  work: Work
  local: LocalSeries
  shortened: string | undefined
}

function measurePresent(figures: Figures, { work, local, shortened }: Question) {
  const others = searchWorks(local.title).filter((one) => one !== work)
  // Inserted in the middle, because the order of the provider must not help.
  const candidates = others.slice(0, 9).toSpliced(4, 0, work)
  const { choice, mayApply } = decide(local, candidates)
  const line = describe(local, candidates, choice)
  const isRight = choice === work.externalId
  if (mayApply && !isRight && !isNamed(shortened, candidates, choice)) {
    figures.wrong.push(`${line}, right: ${work.title} (${work.year})`)
  }
  if (shortened !== undefined || others.some((other) => isTwin(local, work, other))) return
  figures.found += 1
  if (isRight) figures.rightFirst += 1
  else figures.notFirst.push(`${line}, right: ${work.title} (${work.year})`)
  if (isRight && mayApply) figures.applied += 1
  else figures.notApplied.push(line)
}

function measureAbsent(figures: Figures, { work, local, shortened }: Question) {
  const candidates = searchWorks(local.title, work)
  const { choice, mayApply } = decide(local, candidates)
  figures.absent += 1
  if (!mayApply || isNamed(shortened, candidates, choice)) return
  const applied = candidates.find(({ externalId }) => externalId === choice)!
  if (!isTwin(local, work, applied))
    figures.wrong.push(`${describe(local, candidates, choice)}, absent`)
}

const decide = (local: LocalSeries, candidates: readonly Work[]) =>
  decideMatch(rankCandidates(local, candidates))

function describe(local: LocalSeries, candidates: readonly Work[], choice: string | null) {
  const chosen = candidates.find(({ externalId }) => externalId === choice)
  const { kind, year, authors, maxVolume } = local
  const facts = [kind, year, authors.join('+'), maxVolume].filter(Boolean).join(' ')
  return `"${local.title}" ${facts} -> ${chosen ? `${chosen.title} (${chosen.year}, ${chosen.format})` : 'none'}`
}

/** True if the name without its subtitle is a title of the chosen work. */
function isNamed(
  shortened: string | undefined,
  candidates: readonly Work[],
  choice: string | null,
) {
  const chosen = candidates.find(({ externalId }) => externalId === choice)
  if (shortened === undefined || !chosen) return false
  return chosen.titles.some((one) => joinTitle(one) === joinTitle(shortened))
}

/** True if nothing known about the series distinguishes the two works. */
function isTwin(local: LocalSeries, work: Work, other: Work) {
  if (!shareTitle(work, other) || mediumOf(work) !== mediumOf(other)) return false
  const isYearKnown = local.year !== null || local.title.includes(`(${work.year})`)
  if (local.kind === 'comic' && isYearKnown && work.year !== other.year) return false
  if (isYearKnown && other.year > work.year + 1) return false
  return local.authors.length === 0 || local.authors.some((name) => other.authors.includes(name))
}
