/** Less frequent actions for a book. */
import { lazy, Suspense, useState } from 'react'
import { useMutation } from '../../api/mutation'
import { useNavigate } from '@tanstack/react-router'
import type { Schemas } from '../../api/client'
import { buildUrl, readResponse, api } from '../../api/client'
import { formatError } from '../../api/format-error'
import { IconButton } from '../../components/controls/button'
import {
  DownloadIcon,
  EditIcon,
  LayersIcon,
  MoreIcon,
  SearchIcon,
  TrashIcon,
  UserIcon,
} from '../../components/icons'
import { Menu } from '../../components/menus/menu'
import { groupingTask } from '../../components/grouping/grouping'
import { useAddItems } from '../../components/lists/use-add-items'
import type { MenuItem } from '../../components/menus/menu-item'
import { useSaveItems } from '../../components/offline/use-save-items'
import { toast } from '../../components/feedback/toast'
import { readLink } from '../../components/read-link'
import { useMarkBefore } from '../../components/marking/use-mark-before'
import { useMarkBook } from '../../components/marking/use-mark-book'
import { useAction, withId } from '../../components/use-action'
import styles from '../../components/details/details.module.css'
import { t } from '../../i18n/i18n'
import { usePermission } from '../../state/session/session'
import { formatHeading } from './format-heading'

type FullBook = Schemas['FullBook']

interface BookMenuProps {
  book: FullBook
  series: Schemas['Series'] | undefined
  editSeries: () => void
}

export function BookMenu({ book, series, editSeries }: BookMenuProps) {
  const title = formatHeading(book, series)
  const [isMatching, setMatching] = useState(false)
  const inCollection = useAddItems('series', book.seriesId)
  const markBeforeItems = useMarkBefore(book)
  // A one-shot has no books before it.
  const markBefore = series ? [] : markBeforeItems
  const saveItems = useSaveItems({ kind: 'book', id: book.id })
  const groups = [
    { items: [...useReadingItems(book, title), ...markBefore] },
    { items: [...(series ? inCollection : []), ...useAddItems('book', book.id)] },
    { items: saveItems },
    { items: useSeriesItems(book, series ? editSeries : undefined) },
    { items: [...useMaintenanceItems(book, () => setMatching(true)), ...useGroupingItems(book)] },
    { items: useRemovalItems(book, title) },
  ]
  const { id, libraryId } = book
  return (
    <>
      <Menu
        trigger={<IconButton label={t('More')} icon={MoreIcon} className={styles.action} />}
        groups={groups.filter(({ items }) => items.length > 0)}
      />
      {isMatching && (
        <Suspense>
          <MatchDialog
            target={{ kind: 'book', id, libraryId, title: book.title }}
            onClose={() => setMatching(false)}
          />
        </Suspense>
      )}
    </>
  )
}

const MatchDialog = lazy(async () => ({
  default: (await import('../../components/matching/match-dialog')).MatchDialog,
}))

function useReadingItems(book: FullBook, title: string): MenuItem[] {
  const navigate = useNavigate()
  const mark = useMarkBook(book, title)
  const unseen = {
    label: t('Read in incognito mode (progress isn’t saved)'),
    icon: UserIcon,
    onSelect: () => void navigate(readLink(book.id, { incognito: true })),
  }
  return [...(usePermission('pages:read') ? [unseen] : []), ...mark]
}

/** For a one-shot, offers to edit the series. For other books, offers to open the series. */
function useSeriesItems({ seriesId }: FullBook, editSeries: (() => void) | undefined): MenuItem[] {
  const navigate = useNavigate()
  const mayEdit = usePermission('series:write')
  if (editSeries) {
    const edit = { label: t('Edit metadata and cover'), icon: EditIcon, onSelect: editSeries }
    return mayEdit ? [edit] : []
  }
  const go = () => void navigate({ to: '/series/$id', params: { id: seriesId } })
  return [{ label: t('Go to series'), icon: LayersIcon, onSelect: go }]
}

function useMaintenanceItems({ id }: FullBook, onMatch: () => void): MenuItem[] {
  const [mayDownload, mayWrite] = [usePermission('books:read'), usePermission('books:write')]
  const download = {
    label: t('Download'),
    icon: DownloadIcon,
    onSelect: () => location.assign(buildUrl(`api/v1/books/${id}/file`)),
  }
  const match = { label: t('Find metadata…'), icon: SearchIcon, onSelect: onMatch }
  return [...(mayDownload ? [download] : []), ...(mayWrite ? [match] : [])]
}

function useGroupingItems({ id, libraryId }: FullBook): MenuItem[] {
  if (!usePermission('series:write')) return []
  const move = () => groupingTask.set({ kind: 'book', ids: [id], libraryId })
  return [{ label: t('Move to another series…'), icon: LayersIcon, onSelect: move }]
}

function useRemovalItems({ id, seriesId }: FullBook, title: string): MenuItem[] {
  const navigate = useNavigate()
  const restore = useAction(
    (signal) => readResponse(api.POST('/api/v1/books/{id}/restore', { ...withId(id), signal })),
    t('{title} restored', { title }),
  )
  const remove = useMutation({
    mutationFn: () => readResponse(api.DELETE('/api/v1/books/{id}', withId(id))),
    onSuccess: () => {
      toast(t('Moved {title} to the trash. The file isn’t deleted.', { title }), {
        label: t('Undo'),
        onSelect: restore,
      })
      void navigate({ to: '/series/$id', params: { id: seriesId } })
    },
    onError: (error) => toast(formatError(error)),
  })
  if (!usePermission('books:delete')) return []
  return [
    {
      label: t('Move to trash'),
      icon: TrashIcon,
      danger: true,
      onSelect: () => remove.mutate(),
    },
  ]
}
