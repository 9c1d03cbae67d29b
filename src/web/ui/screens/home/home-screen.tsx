import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client'
import { ask } from '../../api/query'
import { BookCover } from '../../components/book-cover'
import { BookOpenIcon } from '../../components/icons'
import { Rail, RailItem } from '../../components/rail'
import { SeriesCover } from '../../components/series-cover'
import { EmptyState, ErrorState, Loading } from '../../components/states'
import { buttonClass } from '../../components/button'
import { t } from '../../i18n/i18n'
import { usePageTitle } from '../../state/page-title'
import { Continue } from './continue'

const first = { params: { query: { pageSize: 20 } } }
const newest = { params: { query: { limit: 20 } } }

export function HomeScreen() {
  usePageTitle(t('Home'))
  const [reading, next, added] = useQueries({
    queries: [
      ask('/api/v1/books/in-progress', first),
      ask('/api/v1/books/on-deck', first),
      ask('/api/v1/series/recently-added', newest),
    ],
  })
  const all = [reading, next, added]
  const failed = all.find(({ isError, data }) => isError && !data)
  if (failed) return <ErrorState error={failed.error} retry={failed.refetch} />
  if (!reading.data || !next.data || !added.data) return <Loading />
  if (all.every(({ data }) => listOf(data).length === 0)) return <Nothing />
  return (
    <>
      <h1 className="hidden-words">{t('Home')}</h1>
      <Continue books={reading.data.data} />
      <Books
        title={t('Up next')}
        hint={t('the next unread book of what you follow')}
        books={next.data.data}
      />
      <NewSeries series={added.data} />
    </>
  )
}

const listOf = (data: { data: readonly unknown[] } | readonly unknown[] | undefined) =>
  data === undefined ? [] : 'data' in data ? data.data : data

function Books({ title, hint, books }: { title: string; hint: string; books: Schemas['Book'][] }) {
  if (books.length === 0) return null
  return (
    <Rail title={title} hint={hint}>
      {books.map((book) => (
        <RailItem key={book.id}>
          <BookCover book={book} />
        </RailItem>
      ))}
    </Rail>
  )
}

function NewSeries({ series }: { series: Schemas['Series'][] }) {
  if (series.length === 0) return null
  const all = (
    <Link to="/library" search={{ sort: 'date_added,desc' }}>
      {t('See all')}
    </Link>
  )
  return (
    <Rail title={t('Recently added')} more={all}>
      {series.map((each) => (
        <RailItem key={each.id}>
          <SeriesCover series={each} />
        </RailItem>
      ))}
    </Rail>
  )
}

const Nothing = () => (
  <EmptyState icon={BookOpenIcon} title={t('Nothing to read yet')}>
    <p>{t('Once a library is scanned, what is new and what you are reading stands here.')}</p>
    <Link to="/library" search={{}} className={buttonClass('plain')}>
      {t('Go to the library')}
    </Link>
  </EmptyState>
)
