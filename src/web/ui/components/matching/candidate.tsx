/** A work from a provider, with the facts for and against a match. */
import type { ReactNode } from 'react'
import { buildUrl, type Schemas } from '../../api/client'
import { t } from '../../i18n/i18n'
import { translate } from '../../i18n/server-messages'
import { formatPublication } from '../../labels/provider-labels'
import { classes } from '../class-names'
import styles from './matching.module.css'

type MatchCandidate = Schemas['MatchCandidate']

interface CandidateProps {
  candidate: MatchCandidate
  /** Action buttons. */
  children: ReactNode
}

export function Candidate({ candidate, children }: CandidateProps) {
  const { title, provider, siteUrl, summary, reasons, isCurrent, isExcluded } = candidate
  return (
    <li className={styles.candidate}>
      <CandidateCover url={candidate.coverUrl} />
      <div className={styles.words}>
        <div className={styles.title}>
          <strong>{title}</strong>
          <Verdict candidate={candidate} />
        </div>
        <div className={styles.facts}>
          {[
            candidate.number === null ? undefined : `#${candidate.number}`,
            candidate.year ?? undefined,
            formatPublication(candidate.format),
            candidate.authors.slice(0, 3).join(', ') || undefined,
            formatCounts(candidate),
            candidate.publisher ?? undefined,
          ]
            .filter((fact) => fact !== undefined)
            .join(' · ')}
        </div>
        {summary && <p className={styles.summary}>{summary}</p>}
        <ul className={styles.reasons}>
          {reasons.map(({ because, points }) => (
            <li key={because.code} className={points < 0 ? styles.against : undefined}>
              {translate(because)}
            </li>
          ))}
          {isCurrent && <li>{t('Already applied')}</li>}
          {isExcluded && <li className={styles.against}>{t('You excluded this work')}</li>}
        </ul>
        <div className={styles.actions}>
          {children}
          {siteUrl && (
            <a href={siteUrl} target="_blank" rel="noreferrer">
              {provider}
            </a>
          )}
        </div>
      </div>
    </li>
  )
}

const CandidateCover = ({ url }: { url: string | null }) => (
  <div className={styles.cover}>
    {url && <img src={buildUrl(url)} alt="" width={80} height={120} loading="lazy" />}
  </div>
)

function Verdict({ candidate: { verdict } }: { candidate: MatchCandidate }) {
  const words = { sure: t('Certain'), likely: t('Likely'), unsure: t('Uncertain') }
  return <span className={classes(styles.verdict, styles[verdict])}>{words[verdict]}</span>
}

function formatCounts({ totalVolumeCount, totalChapterCount }: MatchCandidate) {
  if (totalVolumeCount !== null) {
    return t('{count, plural, one {# volume} other {# volumes}}', { count: totalVolumeCount })
  }
  return totalChapterCount === null
    ? undefined
    : t('{count, plural, one {# chapter} other {# chapters}}', { count: totalChapterCount })
}
