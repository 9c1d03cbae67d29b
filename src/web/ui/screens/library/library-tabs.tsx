import { Link } from '@tanstack/react-router'
import { t } from '../../i18n/i18n'
import type { Tab } from './library-search'
import { formatTab } from './filters/filter-labels'
import styles from './library.module.css'

/** Tabs have their own URLs, so Back switches between them. */
export const LibraryTabs = ({ tab, library }: { tab: Tab; library: string | undefined }) => (
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
