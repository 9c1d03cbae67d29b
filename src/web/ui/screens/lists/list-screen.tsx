/** A collection or reading list, with its entries in order. */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schemas } from '../../api/client'
import { isMissing } from '../../api/is-missing'
import { Button, buttonClass } from '../../components/controls/button'
import { EmptyState, ErrorState, Loading } from '../../components/feedback/states'
import { ImageIcon, LayersIcon, ListIcon } from '../../components/icons'
import {
  addToList,
  countEntries,
  listEntriesQuery,
  type ItemList,
  type ListEntry,
  type ListKind,
  listQuery,
  listsPath,
  moveInList,
  removeFromList,
  updateList,
} from '../../components/lists/list-requests'
import { ListsNavigation } from '../../components/lists/lists-navigation'
import { useCurrentPin } from '../../components/lists/use-pins'
import type { OrderedEntry } from '../../components/ordered-list/entry-row'
import { OrderedList } from '../../components/ordered-list/ordered-list'
import { useOrderedChanges } from '../../components/ordered-list/use-ordered-changes'
import { useChange } from '../../components/use-change'
import { t } from '../../i18n/i18n'
import { fullBookTitle } from '../../labels/metadata-labels'
import { usePageTitle } from '../../state/browser/page-title'
import { ListContents } from './entries/list-contents'
import type { EntriesProps } from './entries/list-grid'
import { ListHead } from './list-head'

export const CollectionScreen = () => <List kind="collection" />
export const ReadingListScreen = () => <List kind="readlist" />

function List({ kind }: { kind: ListKind }) {
  const { id = '' } = useParams({ strict: false })
  const { data: list, error, refetch } = useQuery(listQuery(kind, id))
  useCurrentPin(id, list?.name, error)
  return (
    <>
      <ListsNavigation />
      {list ? (
        <Shown key={id} kind={kind} list={list} />
      ) : error ? (
        <Failed kind={kind} error={error} retry={refetch} />
      ) : (
        <Loading />
      )}
    </>
  )
}

function Failed({ kind, error, retry }: { kind: ListKind; error: Error; retry: () => unknown }) {
  if (!isMissing(error)) return <ErrorState error={error} retry={retry} />
  const isCollection = kind === 'collection'
  return (
    <EmptyState
      icon={isCollection ? LayersIcon : ListIcon}
      title={isCollection ? t('Collection not found') : t('Reading list not found')}
      isScreen
    >
      <p>{t('It was deleted, or it isn’t shared with you')}</p>
      <Link to={isCollection ? '/collections' : '/reading-lists'} className={buttonClass('plain')}>
        {isCollection ? t('Collections') : t('Reading lists')}
      </Link>
    </EmptyState>
  )
}

function Shown({ kind, list }: { kind: ListKind; list: ItemList }) {
  usePageTitle(list.name)
  const [total, setTotal] = useState(countEntries(list))
  const [isOrdering, setOrdering] = useState(false)
  const Entries = isOrdering ? OrderedEntries : ListContents
  return (
    <>
      <ListHead kind={kind} list={list} total={total}>
        {list.canEdit && (
          <Button
            icon={ListIcon}
            aria-pressed={isOrdering}
            onClick={() => setOrdering(!isOrdering)}
          >
            {isOrdering ? t('Done') : getOrderLabel(list)}
          </Button>
        )}
      </ListHead>
      <Entries
        kind={kind}
        list={list}
        total={total}
        onTotal={setTotal}
        empty={<NoEntries list={list} />}
      />
    </>
  )
}

/** The entries as rows with drag handles. */
function OrderedEntries({ kind, list, onTotal, empty }: EntriesProps) {
  const { move, remove } = useEntryChanges(kind, list.id)
  const changes = {
    ...(list.canEdit && list.ordered && { move }),
    ...(list.canEdit && { remove }),
  }
  const useAsCover = useChange({
    act: (coverItemId: string) => updateList(kind, list.id, { coverItemId }),
    done: t('Cover updated'),
    stale: [listsPath(kind)],
  })
  const more = ({ itemId }: OrderedEntry) =>
    list.isOwner && !list.automatic
      ? [
          {
            label: t('Use as cover'),
            icon: ImageIcon,
            onSelect: () => useAsCover.mutate(itemId),
          },
        ]
      : []
  return (
    <OrderedList<ListEntry>
      label={list.name}
      pageQuery={(page) => listEntriesQuery(kind, list.id, page)}
      toEntry={toEntry}
      changes={changes}
      onTotal={onTotal}
      more={more}
      empty={empty}
    />
  )
}

const getOrderLabel = ({ ordered, automatic }: ItemList) =>
  ordered && !automatic ? t('Change order') : t('Show as list')

const NoEntries = ({ list: { automatic, canEdit } }: { list: ItemList }) =>
  automatic ? (
    <EmptyState title={t('Nothing currently matches the rules of this list')} />
  ) : (
    <EmptyState title={t('This list is empty')}>
      {canEdit && <p>{t('To add entries, use the menu on a cover, or select several covers')}</p>}
    </EmptyState>
  )

function toEntry(item: ListEntry): OrderedEntry {
  const { id, coverColor: color } = item
  const shared = { id, itemId: id, color }
  if ('metadata' in item) {
    const { bookCount, metadata } = item
    const note = t('{count, plural, one {# book} other {# books}}', { count: bookCount })
    return { ...shared, kind: 'series', title: metadata.title, note }
  }
  return { ...shared, kind: 'book', title: fullBookTitle(item), note: formatReading(item) }
}

function formatReading({ readProgress, pageCount }: Schemas['Book']): string {
  if (readProgress?.completed) return t('Read')
  return readProgress
    ? t('Page {page} of {total}', { page: readProgress.currentPage, total: pageCount })
    : t('{count, plural, one {# page} other {# pages}}', { count: pageCount })
}

const useEntryChanges = (kind: ListKind, id: string) =>
  useOrderedChanges({
    path: listEntriesQuery(kind, id, 1).queryKey[0],
    keyOf: (page) => listEntriesQuery(kind, id, page).queryKey,
    putAt: (itemId, place, signal) => moveInList(kind, { id, itemId }, { place, signal }),
    takeOut: ({ itemId }, signal) => removeFromList(kind, { id, itemId }, signal),
    addAgain: async ({ itemId }) => {
      await addToList(kind, id, [itemId])
      return itemId
    },
  })
