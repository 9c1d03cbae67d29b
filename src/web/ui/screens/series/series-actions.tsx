import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy } from 'react'
import type { Schemas } from '../../api/client'
import { buildUrl } from '../../api/client'
import { buttonClass } from '../../components/controls/button'
import { EditButton } from '../../components/edit/form/edit-button'
import { BookOpenIcon, DownloadIcon } from '../../components/icons'
import { useReadKey } from '../../components/details/use-read-key'
import { WantToRead } from '../../components/details/want-to-read'
import { classes } from '../../components/class-names'
import styles from '../../components/details/details.module.css'
import { t } from '../../i18n/i18n'
import { usePermission } from '../../state/session/session'
import { seriesBooksQuery, nextBookQuery } from './queries'
import { getReadTarget, isBegun } from './read-target'
import { SeriesMenu } from './series-menu'

type Series = Schemas['Series']

export const SeriesActions = ({ series }: { series: Series }) => (
  <>
    <ReadOn series={series} />
    <WantToRead kind="series" id={series.id} wanted={series.wantToRead ?? false} />
    <Download series={series} />
    <EditButton may={usePermission('series:write')}>
      {(close) => <SeriesEdit series={series} onClose={close} />}
    </EditButton>
    <SeriesMenu series={series} />
  </>
)

/** The primary action: reading the series. */
function ReadOn({ series }: { series: Series }) {
  const link = useReadKey()
  const next = useQuery(nextBookQuery(series.id))
  const all = useQuery(seriesBooksQuery(series.id, {}))
  if (!next.data || !all.data) return <PendingProgress />
  const target = getReadTarget({ next: next.data, all: all.data, isBegun: isBegun(series) })
  if (!target) return null
  return (
    <Link ref={link} {...target.link} className={buttonClass('primary')}>
      <BookOpenIcon size={18} />
      {target.short ? (
        <>
          <span className={styles.wideOnly}>{target.words}</span>
          <span className={styles.phoneOnly}>{target.short}</span>
        </>
      ) : (
        target.words
      )}
    </Link>
  )
}

/** Reserves space to prevent a layout shift. */
const PendingProgress = () => (
  <span className={classes(buttonClass('primary'), styles.kept)} aria-hidden="true">
    {t('Start reading')}
  </span>
)

const SeriesEdit = lazy(() =>
  import('./edit/series-edit').then((part) => ({ default: part.SeriesEdit })),
)

function Download({ series: { id, bookCount } }: { series: Series }) {
  const may = usePermission('books:read')
  if (!may || bookCount === 0) return null
  return (
    <a
      href={buildUrl(`api/v1/series/${id}/download`)}
      download
      className={classes(styles.action, styles.wideOnly)}
      aria-label={t('Download all books')}
      title={t('Download all books')}
    >
      <DownloadIcon />
    </a>
  )
}
