import type { Context } from '../../../context'
import { withText } from '../../../platform/messages/message'
import type { RankedCandidate } from '../../matching/model'
import type { BookCandidate, Candidate } from '../../providers/model'
import type { CandidateView } from '../model'
import { buildCoverPath } from './provider-covers'
import type { Found, Matchable } from './target'

interface Shown {
  found: Found
  ranked: RankedCandidate
  matchable: Matchable
  /**
   * ID of the work whose metadata from this provider is already stored. undefined if there is none.
   */
  offeredId: string | undefined
}

export function buildCandidateView(
  ctx: Context,
  { found, ranked, matchable, offeredId }: Shown,
): CandidateView {
  const { candidate, score, reasons } = ranked
  const { provider } = found
  const { externalId } = candidate
  return {
    pluginId: provider.id,
    provider: provider.displayName,
    externalId,
    title: candidate.title,
    alternateTitles: candidate.alternateTitles.map(({ title }) => title),
    number: readNumber(candidate),
    year: candidate.year,
    format: candidate.format,
    status: candidate.status,
    totalVolumeCount: candidate.totalVolumeCount,
    totalChapterCount: candidate.totalChapterCount,
    authors: [...candidate.authors],
    publisher: candidate.publisher,
    summary: candidate.summary,
    siteUrl: candidate.siteUrl,
    coverUrl: buildCoverPath(ctx, provider, candidate.coverUrl),
    score: Math.round(score * 100) / 100,
    verdict: judge(found, ranked),
    reasons: reasons.map(({ because, points }) => ({
      because: withText(because),
      points: Math.round(points * 100) / 100,
    })),
    isExcluded: matchable.listExcludedIds(provider).has(externalId),
    isCurrent: offeredId === externalId,
  }
}

/** Returns the number of an issue or volume. Series have none. */
const readNumber = (candidate: Candidate | BookCandidate) =>
  'number' in candidate ? candidate.number : null

const likelyScore = 0.7

function judge({ decision }: Found, { candidate, score }: RankedCandidate) {
  if (decision.mayApply && decision.choice === candidate.externalId) return 'sure'
  return score >= likelyScore ? 'likely' : 'unsure'
}

const maxCandidates = 5
const lowestScore = 0.5

/**
 * Lists the best candidates of all providers, for a person to choose from. Omits excluded works.
 */
export const listReviewCandidates = (
  ctx: Context,
  results: readonly Found[],
  matchable: Matchable,
): CandidateView[] =>
  results
    .flatMap((found) =>
      found.ranked.map((ranked) =>
        buildCandidateView(ctx, { found, ranked, matchable, offeredId: undefined }),
      ),
    )
    .filter(({ score, isExcluded }) => score >= lowestScore && !isExcluded)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxCandidates)
