/** Less frequent actions for a series. */
import { lazy, Suspense, useState } from 'react'
import { useMutation } from '../../api/mutation'
import { useNavigate } from '@tanstack/react-router'
import type { Schemas } from '../../api/client'
import { buildUrl, readResponse, api } from '../../api/client'
import { formatError } from '../../api/format-error'
import { IconButton } from '../../components/controls/button'
import {
  BookOpenIcon,
  ClockIcon,
  DownloadIcon,
  LayersIcon,
  MoreIcon,
  RefreshIcon,
  SearchIcon,
  TrashIcon,
} from '../../components/icons'
import { Menu } from '../../components/menus/menu'
import { choosingProfile } from '../../components/profiles/choosing-profile'
import { groupingTask } from '../../components/grouping/grouping'
import { useAddItems } from '../../components/lists/use-add-items'
import { useMarkSeries } from '../../components/marking/use-mark-series'
import type { MenuItem } from '../../components/menus/menu-item'
import { useSaveItems } from '../../components/offline/use-save-items'
import { toast } from '../../components/feedback/toast'
import { useAction, withId } from '../../components/use-action'
import styles from '../../components/details/details.module.css'
import { t } from '../../i18n/i18n'
import { usePermission } from '../../state/session/session'
import { useReleaseTracking } from './releases/use-release-tracking'

type Series = Schemas['Series']

export function SeriesMenu({ series }: { series: Series }) {
  const [isMatching, setMatching] = useState(false)
  const [isRenumbering, setRenumbering] = useState(false)
  const saveItems = useSaveItems({ kind: 'series', id: series.id })
  const groups = [
    { items: [...useMarkSeries(series), ...useAddItems('series', series.id)] },
    { items: [...useProfileItems(series), ...saveItems] },
    {
      items: [
        ...useMaintenanceItems(series, () => setMatching(true)),
        ...useNumberItems(series, () => setRenumbering(true)),
      ],
    },
    { items: useRemovalItems(series) },
  ]
  return (
    <>
      <Menu
        trigger={<IconButton label={t('More')} icon={MoreIcon} className={styles.action} />}
        groups={groups.filter(({ items }) => items.length > 0)}
      />
      {isMatching && (
        <Suspense>
          <MatchDialog
            target={{
              kind: 'series',
              id: series.id,
              libraryId: series.libraryId,
              title: series.metadata.title,
            }}
            onClose={() => setMatching(false)}
          />
        </Suspense>
      )}
      {isRenumbering && (
        <Suspense>
          <RenumberDialog series={series} onClose={() => setRenumbering(false)} />
        </Suspense>
      )}
    </>
  )
}

const MatchDialog = lazy(async () => ({
  default: (await import('../../components/matching/match-dialog')).MatchDialog,
}))

const RenumberDialog = lazy(async () => ({
  default: (await import('./edit/renumber-dialog')).RenumberDialog,
}))

function useMaintenanceItems(series: Series, onMatch: () => void): MenuItem[] {
  const { id, libraryId, bookCount, tracked } = series
  const scan = useAction(
    (signal) =>
      readResponse(api.POST('/api/v1/libraries/{id}/scan', { ...withId(libraryId), signal })),
    t('Scanning library'),
  )
  const follow = useReleaseTracking(series)
  const [mayDownload, mayScan, mayWrite] = [
    usePermission('books:read'),
    usePermission('libraries:write'),
    usePermission('series:write'),
  ]
  const merge = () => groupingTask.set({ kind: 'series', ids: [id], libraryId })
  const download = {
    label: t('Download all books'),
    icon: DownloadIcon,
    onSelect: () => location.assign(buildUrl(`api/v1/series/${id}/download`)),
  }
  return [
    ...(mayDownload && bookCount > 0 ? [download] : []),
    ...(mayWrite
      ? [
          { label: t('Find metadata…'), icon: SearchIcon, onSelect: onMatch },
          { label: t('Merge into another series…'), icon: LayersIcon, onSelect: merge },
          { label: t('Track releases'), icon: ClockIcon, checked: tracked, onSelect: follow },
        ]
      : []),
    ...(mayScan ? [{ label: t('Scan library'), icon: RefreshIcon, onSelect: scan }] : []),
  ]
}

function useProfileItems({ id }: Series): MenuItem[] {
  if (!usePermission('account:write')) return []
  const choose = () => choosingProfile.set([id])
  return [{ label: t('Reading profile…'), icon: BookOpenIcon, onSelect: choose }]
}

function useNumberItems({ bookCount }: Series, onRenumber: () => void): MenuItem[] {
  const mayEdit = usePermission('books:write')
  if (!mayEdit || bookCount === 0) return []
  return [{ label: t('Renumber books…'), icon: LayersIcon, onSelect: onRenumber }]
}

function useRemovalItems({ id, libraryId, metadata }: Series): MenuItem[] {
  const navigate = useNavigate()
  const restore = useAction(
    (signal) => readResponse(api.POST('/api/v1/series/{id}/restore', { ...withId(id), signal })),
    t('{title} restored', { title: metadata.title }),
  )
  const remove = useMutation({
    mutationFn: () => readResponse(api.DELETE('/api/v1/series/{id}', withId(id))),
    onSuccess: () => {
      toast(t('Moved {title} to the trash. The files aren’t deleted.', { title: metadata.title }), {
        label: t('Undo'),
        onSelect: restore,
      })
      void navigate({ to: '/library', search: { library: libraryId } })
    },
    onError: (error) => toast(formatError(error)),
  })
  if (!usePermission('series:delete')) return []
  return [
    {
      label: t('Move to trash'),
      icon: TrashIcon,
      danger: true,
      onSelect: () => remove.mutate(),
    },
  ]
}
