import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, readResponse, type Schemas } from '../../api/client'
import { formatError } from '../../api/format-error'
import { useMutation } from '../../api/mutation'
import type { CoverTarget } from '../../components/covers/cover-menu'
import { toast } from '../../components/feedback/toast'
import { BookOpenIcon, CloseIcon, EditIcon, LayersIcon, UserIcon } from '../../components/icons'
import { useAddItems } from '../../components/lists/use-add-items'
import { useMarkSeries } from '../../components/marking/use-mark-series'
import type { MenuItem } from '../../components/menus/menu-item'
import { useSaveItems } from '../../components/offline/use-save-items'
import { t } from '../../i18n/i18n'
import { formatReadAction } from '../../labels/read-status'
import { seriesBooksQuery, nextBookQuery } from '../../screens/series/queries'
import { getReadTarget, isBegun } from '../../screens/series/read-target'
import { usePermission } from '../../state/session/session'
import { useWantToReadItem } from './want-to-read-item'

type Series = Schemas['Series']

export function useSeriesItems(series: Series, target: CoverTarget, edit: () => void) {
  const { id, wantToRead } = series
  const wanted = useWantToReadItem({ kind: 'series', id, wanted: wantToRead ?? false })
  return [
    { items: useReadItems(series) },
    {
      items: [
        ...useMarkSeries(series),
        wanted,
        ...useAddItems('series', id),
        ...useSaveItems({ kind: 'series', id }),
        ...useDismissItem(target),
      ],
    },
    { items: usePlaceItems(series, edit) },
  ]
}

function useReadItems(series: Series): MenuItem[] {
  const { id, bookCount, unreadCount } = series
  const queries = useQueryClient()
  const navigate = useNavigate()
  const may = usePermission('pages:read')
  if (!may || bookCount === 0) return []
  const read = async (incognito: boolean) => {
    const [next, all] = await Promise.all([
      queries.fetchQuery(nextBookQuery(id)),
      queries.fetchQuery(seriesBooksQuery(id, {})),
    ])
    const target = getReadTarget({ next, all, isBegun: isBegun(series) })
    if (!target) return toast(t('This series has no books that can be read'))
    const { link } = target
    return navigate({ ...link, search: { ...link.search, ...(incognito && { incognito }) } })
  }
  const open = (incognito: boolean) =>
    void read(incognito).catch((error: Error) => toast(formatError(error)))
  return [
    {
      label: isBegun(series) && unreadCount !== 0 ? t('Continue reading') : formatReadAction(),
      icon: BookOpenIcon,
      onSelect: () => open(false),
    },
    {
      label: t('Read in incognito mode (progress isn’t saved)'),
      icon: UserIcon,
      onSelect: () => open(true),
    },
  ]
}

/**
 * Returns the menu item that dismisses a recommendation, so that the series is never recommended
 * again.
 */
function useDismissItem({ id, title, isRecommended = false }: CoverTarget): MenuItem[] {
  const path = '/api/v1/user/recommendations/{external_id}/dismiss'
  const { mutate } = useMutation({
    mutationFn: (isDismissed: boolean, signal) => {
      const request = { params: { path: { external_id: id } }, signal }
      return readResponse<unknown>(
        isDismissed ? api.POST(path, { ...request, body: {} }) : api.DELETE(path, request),
      )
    },
    // Requests run in sequence, so that undo follows dismissing.
    scope: { id: 'actions' },
    onSuccess: (_, isDismissed) => {
      if (!isDismissed) return
      toast(t('{title} won’t be recommended again', { title }), {
        label: t('Undo'),
        onSelect: () => mutate(false),
      })
    },
    onError: (error) => toast(formatError(error)),
  })
  const may = usePermission('progress:write')
  if (!may || !isRecommended) return []
  return [{ label: t('Not interested'), icon: CloseIcon, onSelect: () => mutate(true) }]
}

function usePlaceItems({ id }: Series, edit: () => void): MenuItem[] {
  const navigate = useNavigate()
  const mayEdit = usePermission('series:write')
  return [
    {
      label: t('Go to series'),
      icon: LayersIcon,
      onSelect: () => void navigate({ to: '/series/$id', params: { id } }),
    },
    ...(mayEdit ? [{ label: t('Edit'), icon: EditIcon, onSelect: edit }] : []),
  ]
}
