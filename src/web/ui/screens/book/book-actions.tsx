import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Schemas } from '../../api/client'
import { buildUrl } from '../../api/client'
import { buttonClass } from '../../components/controls/button'
import { classes } from '../../components/class-names'
import { EditButton } from '../../components/edit/form/edit-button'
import { BookOpenIcon, DownloadIcon } from '../../components/icons'
import { isReadable } from '../../../shared/is-readable'
import { readLink } from '../../components/read-link'
import { useReadKey } from '../../components/details/use-read-key'
import { WantToRead } from '../../components/details/want-to-read'
import styles from '../../components/details/details.module.css'
import { formatNumber, t } from '../../i18n/i18n'
import { hasPageNumbers } from '../../labels/book-length'
import { usePermission } from '../../state/session/session'
import { BookMenu } from './book-menu'
import { formatHeading } from './format-heading'

type FullBook = Schemas['FullBook']

const BookEdit = lazy(() => import('./edit/book-edit').then((part) => ({ default: part.BookEdit })))

const SeriesEdit = lazy(() =>
  import('../series/edit/series-edit').then((part) => ({ default: part.SeriesEdit })),
)

interface BookActionsProps {
  book: FullBook
  series: Schemas['Series'] | undefined
}

export function BookActions({ book, series }: BookActionsProps) {
  const [isEditingSeries, setEditingSeries] = useState(false)
  const [mayRead, mayEdit] = [usePermission('pages:read'), usePermission('books:write')]
  return (
    <>
      {mayRead && isReadable(book) && <Read book={book} />}
      <WantToRead kind="book" id={book.id} wanted={book.wantToRead} />
      <Download book={book} />
      <EditButton may={mayEdit}>
        {(close) => <BookEdit id={book.id} title={formatHeading(book, series)} onClose={close} />}
      </EditButton>
      <BookMenu book={book} series={series} editSeries={() => setEditingSeries(true)} />
      {series && isEditingSeries && (
        <Suspense>
          <SeriesEdit series={series} onClose={() => setEditingSeries(false)} />
        </Suspense>
      )}
    </>
  )
}

function Read({ book }: { book: FullBook }) {
  const { id, readProgress } = book
  const page = readProgress?.currentPage ?? 0
  const isBegun = readProgress !== null && !readProgress.completed
  const words = isBegun
    ? page > 0 && hasPageNumbers(book)
      ? t('Continue · p. {page}', { page: formatNumber(page) })
      : t('Continue reading')
    : readProgress
      ? t('Read again')
      : t('Start reading')
  return (
    <Link
      ref={useReadKey()}
      {...readLink(id, readProgress?.completed ? { page: 1 } : {})}
      className={buttonClass('primary')}
    >
      <BookOpenIcon size={18} />
      {words}
    </Link>
  )
}

function Download({ book: { id } }: { book: FullBook }) {
  if (!usePermission('books:read')) return null
  return (
    <a
      href={buildUrl(`api/v1/books/${id}/file`)}
      download
      className={classes(styles.action, styles.wideOnly)}
      aria-label={t('Download')}
      title={t('Download')}
    >
      <DownloadIcon />
    </a>
  )
}
