/**
 * The groups of a series: `Issues 24`, `Collected 1`, `Annuals 1`. Choosing one shows only its
 * books.
 */
import { useQuery } from '@tanstack/react-query'
import { formatNumber, t } from '../../../i18n/i18n'
import { classes } from '../../../components/class-names'
import { numberKindsQuery } from '../queries'
import type { SeriesSearch } from '../series-search'
import styles from '../series.module.css'

type Kind = NonNullable<SeriesSearch['kind']>

interface NumberKindsProps {
  seriesId: string
  shown: Kind | undefined
  onChange: (kind: Kind | undefined) => void
}

/** Shown only for a series with several groups. */
export function NumberKinds({ seriesId, shown, onChange }: NumberKindsProps) {
  const { data = [] } = useQuery(numberKindsQuery(seriesId))
  if (data.length < 2) return null
  return (
    <div className={styles.kinds} role="group" aria-label={t('Kinds of books')}>
      {data.map(({ numberKind, bookCount }) => {
        const kind = numberKind ?? 'none'
        const isShown = shown === kind
        return (
          <button
            key={kind}
            type="button"
            className={classes(styles.choice, isShown && styles.chosen)}
            aria-pressed={isShown}
            onClick={() => onChange(isShown ? undefined : kind)}
          >
            {`${formatKind(kind)} ${formatNumber(bookCount)}`}
          </button>
        )
      })}
    </div>
  )
}

const formatKind = (kind: Kind): string =>
  ({
    issue: t('Issues'),
    chapter: t('Chapters'),
    volume: t('Volumes'),
    collected: t('Collected editions'),
    annual: t('Annuals'),
    special: t('Specials'),
    none: t('Others'),
  })[kind]
