/** Actions in the command palette: scan, change the theme, mark a series as read, sign out. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api, readResponse } from '../../../api/client'
import { formatError } from '../../../api/format-error'
import { apiQuery, refreshWorks, queryClient } from '../../../api/query'
import { toast } from '../../../components/feedback/toast'
import {
  CheckIcon,
  type Icon,
  PaletteIcon,
  RefreshIcon,
  SignOutIcon,
} from '../../../components/icons'
import { markSeries } from '../../../components/marking/mark-series'
import { withId } from '../../../components/use-action'
import { t } from '../../../i18n/i18n'
import { formatTheme } from '../../../labels/theme-labels'
import { usePermission } from '../../../state/session/session'
import { useSignOut } from '../../../state/session/sign-out'
import { changeTheme, themes } from '../../../theme/page-theme'
import type { Hit } from './hits'

export function useActions(): Hit[] {
  const signOut = useSignOut()
  return [
    ...useScanActions(),
    ...useSeriesActions(),
    ...listThemeActions(),
    toHit({
      key: 'sign-out',
      title: t('Sign out'),
      keywords: t('log out, log off'),
      icon: SignOutIcon,
      act: () => void signOut(),
    }),
  ]
}

interface Action {
  key: string
  title: string
  keywords?: string
  icon: Icon
  act: () => void
}

const toHit = ({ key, ...action }: Action): Hit => ({
  key: `action-${key}`,
  sub: t('Action'),
  link: { to: '.' },
  ...action,
})

const listThemeActions = () =>
  themes.map((theme) =>
    toHit({
      key: theme,
      title: t('Theme: {theme}', { theme: formatTheme(theme) }),
      icon: PaletteIcon,
      act: () => changeTheme(theme),
    }),
  )

const scan = (id: string) => readResponse(api.POST('/api/v1/libraries/{id}/scan', withId(id)))

function useScanActions(): Hit[] {
  const { data = [] } = useQuery(apiQuery('/api/v1/libraries'))
  if (!usePermission('libraries:write')) return []
  const all = toHit({
    key: 'scan',
    title: t('Scan all libraries'),
    keywords: t('rescan, new files'),
    icon: RefreshIcon,
    act: () => void run(Promise.all(data.map(({ id }) => scan(id))), t('Scan started')),
  })
  const each = data.map(({ id, name }) =>
    toHit({
      key: `scan-${id}`,
      title: t('Scan {name}', { name }),
      keywords: t('rescan, new files'),
      icon: RefreshIcon,
      act: () => void run(scan(id), t('Scan started')),
    }),
  )
  return data.length > 1 ? [all, ...each] : each
}

/** Lists the actions for the series on the screen. */
function useSeriesActions(): Hit[] {
  const id = useParams({
    strict: false,
    select: (params) => (params as { id?: string }).id,
  })
  const { data: series } = useQuery({
    ...apiQuery('/api/v1/series/{id}', withId(id ?? '')),
    enabled: false,
  })
  const may = usePermission('progress:write')
  if (!may || !id || !series) return []
  const { title } = series.metadata
  return [
    toHit({
      key: 'mark',
      title: t('Mark all of {title} as read', { title }),
      icon: CheckIcon,
      act: () => void run(markSeries(series, 'read')),
    }),
  ]
}

async function run(work: Promise<unknown>, done?: string) {
  try {
    await work
    if (done) toast(done)
    await refreshWorks(queryClient)
  } catch (error) {
    toast(formatError(error))
  }
}
