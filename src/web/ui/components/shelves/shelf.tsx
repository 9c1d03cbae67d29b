import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client'
import { formatError } from '../../api/format-error'
import { t } from '../../i18n/i18n'
import { translate } from '../../i18n/message-text'
import { BookCover } from '../covers/book-cover'
import { Button } from '../controls/button'
import { Cover } from '../covers/cover'
import { RefreshIcon } from '../icons'
import { OutsideWork } from './outside-work'
import { Rail, RailHeading, RailItem } from './rail'
import { SeriesCover } from '../covers/series-cover'
import { WantedCover } from '../covers/wanted-cover'
import { type ShelfItem, type ShelfName, formatShelf } from './shelves'
import styles from './shelves.module.css'
import type { ShelfRow } from './use-shelves'

interface ShelfProps {
  row: ShelfRow
  library?: string | undefined
}

/** A row of covers. Renders nothing if it is empty. */
export function Shelf({ row, library }: ShelfProps) {
  const { name, custom, items } = row
  if (!items) return <FailedShelf row={row} />
  if (items.length === 0) return null
  const hint = getHint(name)
  return (
    <Rail
      title={getTitle(row)}
      {...(hint && { hint })}
      more={custom ? custom.more : <SeeAll name={name} library={library} />}
    >
      {items.map((item, position) => (
        <RailItem key={getKey(item)} position={position}>
          <ItemCover item={item} />
        </RailItem>
      ))}
    </Rail>
  )
}

const getTitle = ({ name, custom }: ShelfRow) => custom?.title ?? formatShelf(name)

function getHint(name: ShelfName): string | undefined {
  if (name === 'next') return t('the next book in each series you’re reading')
  return name === 'elsewhere' ? t('not in your libraries') : undefined
}

/** Shown in place of this row only, so that the other rows stay visible. */
function FailedShelf({ row }: { row: ShelfRow }) {
  const { error, retry } = row
  const title = getTitle(row)
  return (
    <section className={styles.failed} aria-label={title}>
      <RailHeading title={title} />
      <p role="alert">{t('Couldn’t load this row. {problem}', { problem: formatError(error) })}</p>
      <Button small icon={RefreshIcon} onClick={() => void retry()}>
        {t('Try again')}
      </Button>
    </section>
  )
}

function getKey(item: ShelfItem): string {
  if ('book' in item) return item.book.id
  if (item.kind === 'series') return item.series.id
  if (item.kind === 'wanted') return item.entry.id
  return `${item.recommended.source} ${item.recommended.externalId}`
}

function ItemCover({ item }: { item: ShelfItem }) {
  if (item.kind === 'book') return <BookCover book={item.book} />
  if (item.kind === 'series') return <SeriesCover series={item.series} />
  if (item.kind === 'newBooks') return <NewBooksCover {...item} />
  if (item.kind === 'recommended') return <RecommendedCover {...item} />
  return <WantedCover entry={item.entry} />
}

const NewBooksCover = ({ book, count }: { book: Schemas['Book']; count: number }) => (
  <Cover
    kind="book"
    id={book.id}
    color={book.coverColor}
    title={book.seriesName}
    words={t('{count, plural, one {# new book} other {# new books}}', { count })}
    link={{ to: '/series/$id', params: { id: book.seriesId } }}
  />
)

function RecommendedCover({ recommended }: { recommended: Schemas['Recommendation'] }) {
  const { seriesId, title, because, coverColor } = recommended
  if (seriesId === null) return <OutsideWork work={recommended} />
  return (
    <Cover
      kind="series"
      id={seriesId}
      color={coverColor}
      title={title}
      words={translate(because)}
      link={{ to: '/series/$id', params: { id: seriesId } }}
      isRecommended
    />
  )
}

/** Link to the full list for a row. Renders nothing if there is no such list. */
export function SeeAll({ name, library }: { name: ShelfName; library?: string | undefined }) {
  if (name === 'next' || name === 'forYou' || name === 'elsewhere') return null
  if (name === 'wanted') return <Link to="/want-to-read">{t('See all')}</Link>
  return (
    <Link to="/library" search={{ ...lists[name], ...(library && { library }) }}>
      {t('See all')}
    </Link>
  )
}

const lists: Partial<Record<ShelfName, object>> = {
  continue: { tab: 'books', read: 'in_progress', sort: 'last_read,desc' },
  finished: { tab: 'books', read: 'read', sort: 'last_read,desc' },
  newBooks: { tab: 'books', sort: 'date_added,desc' },
  newSeries: { sort: 'date_added,desc' },
  changedSeries: { sort: 'date_updated,desc' },
}
