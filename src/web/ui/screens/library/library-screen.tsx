import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schemas } from '../../api/client'
import { apiQuery } from '../../api/query'
import { NotificationsLink } from '../../components/notifications/notifications-link'
import { formatNumber, t } from '../../i18n/i18n'
import { usePageTitle } from '../../state/browser/page-title'
import { usePreferences } from '../../state/preferences'
import { FilterBar } from './filters/filter-bar'
import { isFiltered, type LibrarySearch, sortedBy, type Tab, type View } from './library-search'
import { LibrarySwitch } from './library-switch'
import { BookList, SeriesList } from './lists/lists'
import type { ListProps } from './lists/work-list'
import { LibraryNotFound } from './lists/empty-list'
import { PeopleList } from './lists/people-list'
import { Recommended } from './lists/recommended'
import { Unavailable } from './unavailable-library'
import styles from './library.module.css'
import { formatTab } from './filters/filter-labels'

const route = getRouteApi('/signedIn/shell/library')

export function LibraryScreen() {
  const { library } = route.useSearch()
  const libraries = useQuery(apiQuery('/api/v1/libraries')).data
  const isHere = !library || !libraries || libraries.some(({ id }) => id === library)
  return isHere ? <Library libraries={libraries} /> : <LibraryNotFound />
}

function Library({ libraries }: { libraries: readonly Schemas['Library'][] | undefined }) {
  const search = route.useSearch()
  const tab = search.tab ?? 'series'
  const navigate = useNavigate()
  const change = (next: LibrarySearch) =>
    void navigate({ to: '/library', search: next, replace: true, resetScroll: false })
  const library = libraries?.find(({ id }) => id === search.library)
  const title = library?.name ?? t('All libraries')
  usePageTitle(title)
  const [total, setTotal] = useState<number>()
  const [view, setView] = useView(search, change)
  const whole = getSize(tab, library ? [library] : (libraries ?? []))
  return (
    <>
      <header className={styles.head}>
        <h1>{title}</h1>
        <LibrarySwitch search={search} />
        <Count tab={tab} total={total} whole={isNarrowed(search, tab) ? whole : undefined} />
        <span className={styles.space} />
        {/* On phones, the library has no top bar that would contain the bell. */}
        <span className={styles.bell}>
          <NotificationsLink />
        </span>
        <LibraryTabs tab={tab} library={search.library} />
      </header>
      {library && <Unavailable library={library} />}
      {tab !== 'recommended' && (
        <FilterBar
          key={tab}
          tab={tab}
          view={view}
          search={search}
          change={change}
          onView={setView}
        />
      )}
      <Content
        tab={tab}
        view={view}
        search={search}
        title={title}
        total={total}
        onTotal={setTotal}
        onSort={(key) => change(sortedBy(search, tab, key))}
      />
    </>
  )
}

/**
 * Returns the view from the URL, or else from the preferences, and a function that changes both.
 */
function useView(search: LibrarySearch, change: (next: LibrarySearch) => void) {
  const { values, change: keep } = usePreferences()
  const view: View = search.view ?? values['list.view'] ?? 'grid'
  const choose = (next: View) => {
    keep({ 'list.view': next })
    change({ ...search, view: next })
  }
  return [view, choose] as const
}

function Content({ tab, ...list }: ListProps & { tab: Tab }) {
  if (tab === 'books') return <BookList {...list} />
  if (tab === 'people') return <PeopleList {...list} />
  if (tab === 'recommended') return <Recommended library={list.search.library} />
  return <SeriesList {...list} />
}

const getSize = (tab: Tab, libraries: readonly Schemas['Library'][]) =>
  libraries.reduce(
    (sum, { seriesCount, bookCount }) => sum + ((tab === 'books' ? bookCount : seriesCount) ?? 0),
    0,
  )

const isNarrowed = (search: LibrarySearch, tab: Tab) =>
  Boolean(search.search) || isFiltered(search, tab)

interface CountProps {
  tab: Tab
  total: number | undefined
  /** Total number of items without filters. */
  whole: number | undefined
}

function Count({ tab, total, whole }: CountProps) {
  if (total === undefined || tab === 'recommended') return null
  return (
    <span className={styles.total} role="status">
      {formatCount(tab, total, whole)}
    </span>
  )
}

function formatCount(tab: Tab, total: number, whole = 0) {
  const shown = formatNumber(total)
  if (tab === 'people') return t('{total, plural, one {# person} other {# people}}', { total })
  if (tab === 'books') {
    return whole > total
      ? t('{shown} of {whole, plural, one {# book} other {# books}}', { shown, whole })
      : t('{total, plural, one {# book} other {# books}}', { total })
  }
  return whole > total
    ? t('{shown} of {whole, plural, one {# series} other {# series}}', { shown, whole })
    : t('{total, plural, one {# series} other {# series}}', { total })
}

/** Tabs have their own URLs, so Back switches between them. */
const LibraryTabs = ({ tab, library }: { tab: Tab; library: string | undefined }) => (
  <nav className={styles.tabs} aria-label={t('Library sections')}>
    {(['series', 'books', 'people', 'recommended'] as const).map((each) => (
      <Link
        key={each}
        to="/library"
        search={{ ...(library && { library }), ...(each !== 'series' && { tab: each }) }}
        aria-current={tab === each ? 'page' : undefined}
        activeOptions={{ exact: true }}
      >
        {formatTab(each)}
      </Link>
    ))}
  </nav>
)
