/** Decides which issue or volume of a matched work a book is, by number and year. Pure. */
import type { BookCandidate } from '../../providers/model'
import { decisionMessages, reasonMessages } from '../messages'
import type { RankedCandidate, Reason } from '../model'
import { normalizeNumber } from './part-number'

interface Part {
  number: string
  /** Year of the edition. */
  year: number | null
}

/** Returns the candidates with the same number, best first. */
export function rankParts(
  { number, year }: Part,
  candidates: readonly BookCandidate[],
): RankedCandidate<BookCandidate>[] {
  return candidates
    .filter((one) => one.number !== null && normalizeNumber(one.number) === number)
    .map((candidate) => rankPart({ number, year }, candidate))
    .toSorted((a, b) => b.score - a.score)
}

/** Cover dates and sale dates differ by a few months, which can span the end of a year. */
const maxYearsApart = 1

function rankPart({ number, year }: Part, candidate: BookCandidate) {
  const reasons: Reason[] = [{ because: reasonMessages.number_same({ number }), points: 1 }]
  const theirs = candidate.year
  const isKnown = year !== null && theirs !== null
  const isNear = isKnown && Math.abs(year - theirs) <= maxYearsApart
  if (isKnown) {
    const because = isNear
      ? reasonMessages.year_same({ year: String(theirs) })
      : reasonMessages.year_other({ year: String(theirs) })
    reasons.push({ because, points: isNear ? 0.1 : -0.4 })
  }
  return {
    candidate,
    score: reasons.reduce((total, { points }) => total + points, 0),
    titleScore: 1,
    comparedTitle: candidate.title,
    isConfirmed: true,
    doubt: isKnown && !isNear ? decisionMessages.other_year({ year: String(theirs) }) : undefined,
    reasons,
  }
}
