import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../components/controls/button'
import { LayersIcon } from '../../../components/icons'
import { EmptyState } from '../../../components/feedback/states'
import { t } from '../../../i18n/i18n'
import { usePageTitle } from '../../../state/browser/page-title'
import { type LibrarySearch, shownFilters, type Tab } from '../library-search'

/** Explains why a list is empty, and what the user can do. */
export function EmptyList({ search, tab }: { search: LibrarySearch; tab: Tab }) {
  const isFiltered = Boolean(search.search) || Object.keys(shownFilters(search, tab)).length > 0
  return isFiltered ? (
    <EmptyState icon={LayersIcon} title={t('No results')}>
      <p>{t('Change the search or remove a filter to see more')}</p>
      {!search.within && (
        <Link to="/library" search={unfiltered(search)} className={buttonClass('plain')}>
          {t('Show all')}
        </Link>
      )}
    </EmptyState>
  ) : (
    <EmptyState icon={LayersIcon} title={t('Nothing here yet')}>
      <p>{t('Books appear here once a scan has found some')}</p>
    </EmptyState>
  )
}

/** Shown if the library is missing or not accessible. */
export function LibraryNotFound() {
  const title = t('Library not found')
  usePageTitle(title)
  return (
    <EmptyState icon={LayersIcon} title={title} isScreen>
      <p>{t('This library was deleted, or you don’t have access to it')}</p>
      <Link to="/library" className={buttonClass('plain')}>
        {t('All libraries')}
      </Link>
    </EmptyState>
  )
}

/** Returns the same list without filters. */
const unfiltered = ({ library, tab, view, sort }: LibrarySearch): LibrarySearch => ({
  ...(library && { library }),
  ...(tab && { tab }),
  ...(view && { view }),
  ...(sort && { sort }),
})
