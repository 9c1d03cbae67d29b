import { useNavigate } from '@tanstack/react-router'
import { api, readResponse, type Schemas } from '../../api/client'
import { formatError } from '../../api/format-error'
import { useMutation } from '../../api/mutation'
import type { CoverTarget } from '../../components/covers/cover-menu'
import { toast } from '../../components/feedback/toast'
import { BookOpenIcon, CloseIcon, EditIcon, LayersIcon, UserIcon } from '../../components/icons'
import { isReadable } from '../../../shared/is-readable'
import { useAddItems } from '../../components/lists/use-add-items'
import type { MenuItem } from '../../components/menus/menu-item'
import { useSaveItems } from '../../components/offline/use-save-items'
import { readLink } from '../../components/read-link'
import { useMarkBefore } from '../../components/marking/use-mark-before'
import { useMarkBook } from '../../components/marking/use-mark-book'
import { withId } from '../../components/use-action'
import { t } from '../../i18n/i18n'
import { usePermission } from '../../state/session/session'
import { useWantToReadItem } from './want-to-read-item'

type FullBook = Schemas['FullBook']

export function useBookItems(book: FullBook, target: CoverTarget, edit: () => void) {
  const wanted = useWantToReadItem({ kind: 'book', id: book.id, wanted: book.wantToRead })
  return [
    { items: useReadItems(book) },
    {
      items: [
        ...useMarkBook(book, target.title),
        ...useMarkBefore(book),
        wanted,
        ...useAddItems('book', book.id),
        ...useSaveItems({ kind: 'book', id: book.id }),
        ...useHideItem(target),
      ],
    },
    { items: usePlaceItems(book, edit) },
  ]
}

function useReadItems(book: FullBook): MenuItem[] {
  const { id, readProgress } = book
  const navigate = useNavigate()
  const may = usePermission('pages:read')
  if (!may || !isReadable(book)) return []
  const isRead = readProgress?.completed === true
  const words = isRead ? t('Read again') : readProgress ? t('Continue reading') : t('Start reading')
  return [
    {
      label: words,
      icon: BookOpenIcon,
      onSelect: () => void navigate(readLink(id, isRead ? { page: 1 } : {})),
    },
    {
      label: t('Read in incognito mode (progress isn’t saved)'),
      icon: UserIcon,
      onSelect: () => void navigate(readLink(id, { incognito: true })),
    },
  ]
}

/** Returns the item that hides the book from the books in progress until it is read again. */
function useHideItem({ id, title, isContinued = false }: CoverTarget): MenuItem[] {
  const { mutate } = useMutation({
    mutationFn: (isHidden: boolean, signal) =>
      readResponse(
        isHidden
          ? api.DELETE('/api/v1/books/{id}/continue-reading', { ...withId(id), signal })
          : api.PUT('/api/v1/books/{id}/continue-reading', { ...withId(id), signal }),
      ),
    // Requests run in sequence, so that undo follows hiding.
    scope: { id: 'actions' },
    onSuccess: (_, isHidden) => {
      if (!isHidden) return
      toast(t('{title} is hidden until you read it again', { title }), {
        label: t('Undo'),
        onSelect: () => mutate(false),
      })
    },
    onError: (error) => toast(formatError(error)),
  })
  const may = usePermission('progress:write')
  if (!may || !isContinued) return []
  return [{ label: t('Hide'), icon: CloseIcon, onSelect: () => mutate(true) }]
}

function usePlaceItems({ id, seriesId }: FullBook, edit: () => void): MenuItem[] {
  const navigate = useNavigate()
  const mayEdit = usePermission('books:write')
  return [
    {
      label: t('Go to book'),
      icon: BookOpenIcon,
      onSelect: () => void navigate({ to: '/book/$id', params: { id } }),
    },
    {
      label: t('Go to series'),
      icon: LayersIcon,
      onSelect: () => void navigate({ to: '/series/$id', params: { id: seriesId } }),
    },
    ...(mayEdit ? [{ label: t('Edit'), icon: EditIcon, onSelect: edit }] : []),
  ]
}
