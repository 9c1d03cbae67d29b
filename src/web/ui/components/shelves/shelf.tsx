import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Schemas } from '../../api/client'
import { t } from '../../i18n/i18n'
import { BookCover } from '../book-cover'
import { Cover } from '../cover'
import { Rail, RailItem } from '../rail'
import { SeriesCover } from '../series-cover'
import {
  askBookShelf,
  askSeriesShelf,
  askWanted,
  type BookShelfName,
  isBookShelf,
  isSeriesShelf,
  type SeriesShelfName,
  type ShelfName,
  shelfWords,
} from './shelves'

interface ShelfProps<Name = ShelfName> {
  name: Name
  library?: string | undefined
}

/** A row of covers; nothing where there is nothing. A row that failed does not take the others with it. */
export function Shelf({ name, library }: ShelfProps) {
  if (isBookShelf(name)) return <BookShelf name={name} library={library} />
  if (isSeriesShelf(name)) return <SeriesShelf name={name} library={library} />
  return <WantedShelf />
}

function BookShelf({ name, library }: ShelfProps<BookShelfName>) {
  const books = useQuery(askBookShelf(name, library)).data?.data ?? []
  const hint = name === 'next' ? t('the next unread book of what you follow') : undefined
  return (
    <Row name={name} hint={hint} more={name === 'newBooks' && <AllBooks library={library} />}>
      {books.map((book) => (
        <RailItem key={book.id}>
          <BookCover book={book} />
        </RailItem>
      ))}
    </Row>
  )
}

function SeriesShelf({ name, library }: ShelfProps<SeriesShelfName>) {
  const series = useQuery(askSeriesShelf(name, library)).data ?? []
  const sort = name === 'newSeries' ? 'date_added,desc' : 'date_updated,desc'
  const all = (
    <Link to="/library" search={{ sort, ...(library && { library }) }}>
      {t('See all')}
    </Link>
  )
  return (
    <Row name={name} more={all}>
      {series.map((each) => (
        <RailItem key={each.id}>
          <SeriesCover series={each} />
        </RailItem>
      ))}
    </Row>
  )
}

function WantedShelf() {
  const entries = useQuery(askWanted()).data?.data ?? []
  return (
    <Row name="wanted" more={<Link to="/want-to-read">{t('See all')}</Link>}>
      {entries.map((entry) => (
        <RailItem key={entry.id}>
          <WantedCover entry={entry} />
        </RailItem>
      ))}
    </Row>
  )
}

const WantedCover = ({ entry }: { entry: Schemas['WantToReadEntry'] }) => {
  const id = entry.seriesId ?? entry.bookId ?? ''
  return (
    <Cover
      kind={entry.itemType}
      id={id}
      title={entry.title}
      link={{ to: entry.itemType === 'series' ? '/series/$id' : '/book/$id', params: { id } }}
    />
  )
}

const AllBooks = ({ library }: { library: string | undefined }) => (
  <Link
    to="/library"
    search={{ tab: 'books', sort: 'date_added,desc', ...(library && { library }) }}
  >
    {t('See all')}
  </Link>
)

interface RowProps {
  name: ShelfName
  hint?: string | undefined
  more?: ReactNode
  children: ReactNode[]
}

const Row = ({ name, hint, more, children }: RowProps) =>
  children.length === 0 ? null : (
    <Rail title={shelfWords(name)} {...(hint && { hint })} more={more}>
      {children}
    </Rail>
  )
