/** The release inbox: new releases for tracked series. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { api, readResponse } from '../../api/client'
import { apiQuery } from '../../api/query'
import { Button, buttonClass } from '../../components/controls/button'
import { Tabs } from '../../components/controls/tabs'
import { EmptyState, ErrorState, Loading } from '../../components/feedback/states'
import { Pager } from '../../components/grid/pager'
import { CheckIcon } from '../../components/icons'
import { releasePaths } from '../../components/releases/use-release-changes'
import { useUnseenReleases } from '../../components/releases/use-unseen-releases'
import { useChange } from '../../components/use-change'
import { t } from '../../i18n/i18n'
import { formatReleaseState } from '../../labels/release-labels'
import { usePageTitle } from '../../state/browser/page-title'
import { usePermission } from '../../state/session/session'
import {
  readReleasesSearch,
  releaseTabs,
  type ReleaseTab,
  type SearchChange,
} from './releases-search'
import { SeriesGroups } from './series-groups'
import styles from './releases-screen.module.css'

const pageSize = 50

/** Loaded later, because the code of menus is larger than that of the rest of the screen. */
const ReleaseFilters = lazy(async () => ({
  default: (await import('./release-filters')).ReleaseFilters,
}))

export function ReleasesScreen() {
  usePageTitle(t('New releases'))
  const { tab = 'announced' } = useSearch({ from: '/signedIn/shell/releases' })
  const show = useShow()
  return (
    <div className={styles.body}>
      <header className={styles.head}>
        <h1>{t('New releases')}</h1>
        <MarkSeen />
      </header>
      <div className={styles.filterPlace}>
        <Suspense>
          <ReleaseFilters show={show} />
        </Suspense>
      </div>
      <Tabs<ReleaseTab>
        label={t('New releases')}
        value={tab}
        onChange={(next) => show({ tab: next })}
        tabs={releaseTabs.map((value) => ({
          value,
          label: formatReleaseState(value),
          content: <ReleaseList tab={value} show={show} />,
        }))}
      />
    </div>
  )
}

/** Returns a function that changes the filters and goes back to the first page. */
function useShow() {
  const navigate = useNavigate()
  const { page: _, ...last } = useSearch({ from: '/signedIn/shell/releases' })
  return (change: SearchChange) =>
    void navigate({
      to: '/releases',
      search: readReleasesSearch({ ...last, ...change }),
      replace: true,
    })
}

function MarkSeen() {
  const unseen = useUnseenReleases() ?? 0
  const mayMark = usePermission('progress:write')
  const mark = useChange({
    act: () => readResponse(api.POST('/api/v1/releases/seen', { body: {} })),
    done: t('All releases marked as seen'),
    stale: releasePaths,
    once: true,
  })
  if (unseen === 0 || !mayMark) return null
  return (
    <Button icon={CheckIcon} busy={mark.isPending} onClick={() => mark.mutate()}>
      {t('Mark all as seen')}
    </Button>
  )
}

interface ListProps {
  tab: ReleaseTab
  show: (change: SearchChange) => void
}

function ReleaseList({ tab, show }: ListProps) {
  const { page = 1, library, language, by } = useSearch({ from: '/signedIn/shell/releases' })
  const query = {
    state: tab,
    page,
    pageSize,
    ...(library && { libraryId: library }),
    ...(language && { language }),
    ...(by && { sort: 'series,asc' }),
  }
  const list = useQuery({
    ...apiQuery('/api/v1/releases', { params: { query } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (list.isError) return <ErrorState error={list.error} retry={list.refetch} />
  if (!list.data) return <Loading />
  if (list.data.total === 0) return <NoReleases tab={tab} isFiltered={!!library || !!language} />
  return (
    <>
      <SeriesGroups releases={list.data.data} />
      <Pager page={page} pages={list.data.totalPages} onChange={(next) => show({ page: next })} />
    </>
  )
}

function NoReleases({ tab, isFiltered }: { tab: ReleaseTab; isFiltered: boolean }) {
  const { data } = useQuery(apiQuery('/api/v1/release-sources/applicability'))
  const mayManage = usePermission('plugins:manage')
  if (tab !== 'announced' || isFiltered) {
    return <EmptyState icon={CheckIcon} title={t('Nothing here')} />
  }
  if (data?.applicable === false) {
    return (
      <EmptyState title={t('Not checking for releases')}>
        <p>{t('No release sources are turned on')}</p>
        {mayManage && (
          <Link
            to="/settings/$section"
            params={{ section: 'releases' }}
            className={buttonClass('plain')}
          >
            {t('Release sources')}
          </Link>
        )}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={CheckIcon} title={t('No new releases')}>
      <p>{t('Turn on “Track releases” on a series page to be notified here')}</p>
    </EmptyState>
  )
}
