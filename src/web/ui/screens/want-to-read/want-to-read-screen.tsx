import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { apiQuery } from '../../api/query'
import { Button, buttonClass } from '../../components/controls/button'
import { WantedCover } from '../../components/covers/wanted-cover'
import { EmptyState } from '../../components/feedback/states'
import { VirtualGrid } from '../../components/grid/virtual-grid'
import { BookmarkIcon, BookOpenIcon, ListIcon } from '../../components/icons'
import { ListsNavigation } from '../../components/lists/lists-navigation'
import { OrderedList } from '../../components/ordered-list/ordered-list'
import styles from '../../components/ordered-list/ordered-list.module.css'
import { readLink } from '../../components/read-link'
import { formatDate, t } from '../../i18n/i18n'
import { fullBookTitle } from '../../labels/metadata-labels'
import { usePageTitle } from '../../state/browser/page-title'
import { usePermission } from '../../state/session/session'
import { wantedEntriesQuery, type Entry, path } from './queries'
import { readResponse, api } from '../../api/client'
import type { OrderedEntry } from '../../components/ordered-list/entry-row'
import { useOrderedChanges } from '../../components/ordered-list/use-ordered-changes'
import { withId } from '../../components/use-action'

/** Shows covers, or rows with drag handles while the user changes the order. */
export function WantToReadScreen() {
  usePageTitle(t('Want to read'))
  const [total, setTotal] = useState<number>()
  const [isOrdering, setOrdering] = useState(false)
  const Entries = isOrdering ? Rows : Covers
  return (
    <>
      <ListsNavigation />
      <header className={styles.head}>
        <h1>{t('Want to read')}</h1>
        {total !== undefined && total > 0 && (
          <>
            <span>{t('{total, plural, one {# entry} other {# entries}}', { total })}</span>
            <ReadFirst />
            <Button icon={ListIcon} onClick={() => setOrdering(!isOrdering)}>
              {isOrdering ? t('Done') : t('Change order')}
            </Button>
          </>
        )}
      </header>
      <Entries onTotal={setTotal} />
    </>
  )
}

interface EntriesProps {
  onTotal: (total: number) => void
}

const Covers = ({ onTotal }: EntriesProps) => (
  <VirtualGrid<Entry>
    label={t('Want to read')}
    pageQuery={wantedEntriesQuery}
    idOf={({ id }) => id}
    render={(entry) => <WantedCover entry={entry} />}
    onTotal={onTotal}
    empty={<Nothing />}
  />
)

const Rows = ({ onTotal }: EntriesProps) => (
  <OrderedList<Entry>
    label={t('Want to read')}
    pageQuery={wantedEntriesQuery}
    toEntry={toEntry}
    changes={useQueue()}
    onTotal={onTotal}
    empty={<Nothing />}
  />
)

/** Opens the first entry: the book, or the next book of the series. */
function ReadFirst() {
  const may = usePermission('pages:read')
  const first = useQuery(wantedEntriesQuery(1)).data?.data[0]
  const series = useQuery({
    ...apiQuery('/api/v1/series/{id}/next-book', {
      params: { path: { id: first?.seriesId ?? '' } },
    }),
    enabled: first?.itemType === 'series',
  }).data
  const bookId = first?.bookId ?? series?.book?.id
  if (!may || !first || !bookId) return null
  return (
    <Link {...readLink(bookId)} className={buttonClass('primary')}>
      <BookOpenIcon size={18} />
      {t('Read {title}', { title: getTitle(first) })}
    </Link>
  )
}

const getTitle = ({ seriesName, ...work }: Entry) =>
  seriesName === null ? work.title : fullBookTitle({ ...work, seriesName })

const toEntry = (entry: Entry) => ({
  id: entry.id,
  kind: entry.itemType,
  itemId: entry.seriesId ?? entry.bookId ?? '',
  title: getTitle(entry),
  note: `${entry.itemType === 'series' ? t('A series') : t('A book')} · ${t('since {date}', {
    date: formatDate(entry.addedAt),
  })}`,
})

const Nothing = () => (
  <EmptyState icon={BookmarkIcon} title={t('Your list is empty')}>
    <p>{t('Choose “Want to read” on a series or book to add it here')}</p>
    <Link to="/library" search={{}} className={buttonClass('plain')}>
      {t('Go to library')}
    </Link>
  </EmptyState>
)

const useQueue = () =>
  useOrderedChanges({
    path,
    keyOf: (page) => wantedEntriesQuery(page).queryKey,
    putAt: (id, place, signal) =>
      readResponse(
        api.PUT('/api/v1/want-to-read/{id}/place', { ...withId(id), body: { place }, signal }),
      ),
    takeOut,
    addAgain: async ({ kind, itemId }, signal) => {
      const body = kind === 'series' ? { seriesId: itemId } : { bookId: itemId }
      const { id } = await readResponse(api.POST('/api/v1/want-to-read', { body, signal }))
      return id
    },
  })

const takeOut = ({ kind, itemId }: OrderedEntry, signal: AbortSignal): Promise<unknown> =>
  kind === 'series'
    ? readResponse(api.DELETE('/api/v1/want-to-read/series/{id}', { ...withId(itemId), signal }))
    : readResponse(api.DELETE('/api/v1/want-to-read/books/{id}', { ...withId(itemId), signal }))
