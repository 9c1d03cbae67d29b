import type { Context } from '../../../context'
import { withText } from '../../../platform/messages/message'
import type { RankedCandidate } from '../../matching/model'
import type { CandidateView } from '../model'
import type { Found } from './find-candidates'
import type { SeriesToMatch } from './local-series'
import { buildCoverPath } from './provider-covers'

interface Shown {
  found: Found
  ranked: RankedCandidate
  series: SeriesToMatch
  /** Id of the work whose metadata the series has from this provider. */
  offeredId: string | undefined
}

export function buildCandidateView(
  ctx: Context,
  { found, ranked, series, offeredId }: Shown,
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
    isExcluded: series.forProvider(provider).excludedIds.has(externalId),
    isCurrent: offeredId === externalId,
  }
}

const likelyScore = 0.7

function judge({ decision }: Found, { candidate, score }: RankedCandidate) {
  if (decision.mayApply && decision.choice === candidate.externalId) return 'sure'
  return score >= likelyScore ? 'likely' : 'unsure'
}
