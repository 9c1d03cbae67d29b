import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../api/client'
import { apiQuery } from '../../api/query'
import { Loading } from '../../components/feedback/states'
import { BookFailed } from '../../components/details/book-failed'
import { Cards } from '../../components/card/card'
import { Chips } from '../../components/details/chips'
import { Description } from '../../components/details/description'
import { SidecarFiles } from '../../components/details/sidecar-files'
import { withId } from '../../components/use-action'
import { OwnRating } from '../../components/rating/lazy-own-rating'
import { DetailsHead } from '../../components/details/details-head'
import { Memberships } from '../../components/lists/memberships'
import styles from '../../components/details/details.module.css'
import { t } from '../../i18n/i18n'
import { usePageTitle } from '../../state/browser/page-title'
import { BookActions } from './book-actions'
import { BookFile } from './file/book-file'
import { BookEyebrow, BookLine, OtherTitle } from './book-head'
import { BookPanel } from './book-panel'
import { BookReading } from './book-reading'
import { Bookmarks } from './bookmarks'
import { Findings } from './file/findings'
import { ParseCard } from './file/parse-card'
import { bookQuery } from './queries'
import { AdjacentBooks } from './adjacent-books'
import { formatHeading } from './format-heading'

interface BookPageProps {
  id: string
  /** Set if the book is a one-shot, whose page replaces that of the series. */
  series?: Schemas['Series']
}

export function BookPage({ id, series }: BookPageProps) {
  const { data: book, error, refetch } = useQuery(bookQuery(id))
  if (book) return <Shown book={book} series={series} />
  if (!error) return <Loading />
  return <BookFailed bookId={id} error={error} retry={refetch} />
}

interface ShownProps {
  book: Schemas['FullBook']
  series: Schemas['Series'] | undefined
}

function Shown({ book, series }: ShownProps) {
  const title = formatHeading(book, series)
  usePageTitle(title)
  const summary = book.metadata.summary ?? series?.metadata.summary
  // The library filters by the values of the series, so a link for a value that only the book has
  // may show no results.
  const { genres, tags } = series ?? book
  return (
    <div className={styles.page}>
      <DetailsHead
        kind="book"
        id={book.id}
        title={title}
        eyebrow={<BookEyebrow book={book} isAlone={series !== undefined} />}
        others={<OtherTitle book={book} seriesTitle={series?.metadata.title} />}
        line={<BookLine book={book} />}
        actions={<BookActions book={book} series={series} />}
        panel={<BookPanel book={book} />}
      >
        <OwnRating kind="book" id={book.id} />
        {summary && <Description words={summary} />}
        <Chips label={t('Genres and tags')} genres={genres} tags={tags} />
        {series && <Memberships kind="series" id={series.id} />}
        <Memberships kind="book" id={book.id} />
      </DetailsHead>
      <Findings book={book} />
      {!series && <AdjacentBooks book={book} />}
      <Cards>
        <BookReading book={book} />
        <Bookmarks book={book} />
      </Cards>
      <FileParts book={book} />
    </div>
  )
}

/** Collapsed, because few users need it. */
function FileParts({ book }: { book: Schemas['FullBook'] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.fold} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('File and name')}</summary>
      {isOpen && (
        <Cards>
          <BookFile book={book} />
          <ParseCard book={book} />
          <Beside id={book.id} />
        </Cards>
      )}
    </details>
  )
}

function Beside({ id }: { id: string }) {
  const sources = useQuery(apiQuery('/api/v1/books/{id}/metadata/sources', withId(id)))
  return <SidecarFiles files={sources.data?.files ?? []} />
}
