import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { Schemas } from '../../api/client'
import { ask } from '../../api/query'
import { LayersIcon } from '../../components/icons'
import { SeriesCover } from '../../components/series-cover'
import { EmptyState } from '../../components/states'
import { VirtualGrid } from '../../components/virtual-grid'
import { windowSize } from '../../components/virtual-window'
import { t } from '../../i18n/i18n'
import { usePageTitle } from '../../state/page-title'
import { FilterBar } from './filter-bar'
import type { LibrarySearch } from './library-search'
import styles from './library.module.css'

const route = getRouteApi('/signedIn/shell/library')

export function LibraryScreen() {
  const search = route.useSearch()
  const libraries = useQuery(ask('/api/v1/libraries'))
  const library = libraries.data?.find(({ id }) => id === search.library)
  const title = library?.name ?? t('All libraries')
  usePageTitle(title)
  const [total, setTotal] = useState<number>()
  const askPage = useCallback((page: number) => askSeries(search, page), [search])
  return (
    <>
      <header className={styles.head}>
        <h1>{title}</h1>
        {total !== undefined && (
          <span className={styles.total}>
            {t('{total, plural, one {# series} other {# series}}', { total })}
          </span>
        )}
      </header>
      <FilterBar search={search} />
      <VirtualGrid<Schemas['Series']>
        // Another list begins at its top, with its own length.
        key={JSON.stringify(search)}
        label={title}
        askPage={askPage}
        idOf={({ id }) => id}
        render={(series, index) => <SeriesCover series={series} first={index < 6} />}
        onTotal={setTotal}
        empty={<Nothing isFiltered={Object.keys(search).some((name) => name !== 'library')} />}
      />
    </>
  )
}

function askSeries(search: LibrarySearch, page: number) {
  const { library, sort, read, status, search: words } = search
  return ask('/api/v1/series', {
    params: {
      query: {
        page,
        pageSize: windowSize,
        ...(sort && { sort }),
        ...(library && { libraryId: library }),
        ...(read && { readStatus: read }),
        ...(status && { status }),
        ...(words && { search: words }),
      },
    },
  })
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState icon={LayersIcon} title={t('Nothing fits')}>
      <p>{t('Take a filter away to see more.')}</p>
    </EmptyState>
  ) : (
    <EmptyState icon={LayersIcon} title={t('There is nothing here yet')}>
      <p>{t('Books appear here once a library is scanned.')}</p>
    </EmptyState>
  )
