import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { apiQuery } from '../../api/query'
import { LibraryFilter } from '../../components/controls/library-filter'
import { Select } from '../../components/controls/select'
import { t } from '../../i18n/i18n'
import { formatLanguage } from '../../labels/metadata-labels'
import type { SearchChange } from './releases-search'
import styles from './releases-screen.module.css'

const every = 'every'

export function ReleaseFilters({ show }: { show: (change: SearchChange) => void }) {
  const { library, by } = useSearch({ from: '/signedIn/shell/releases' })
  return (
    <div className={styles.filters}>
      <LibraryFilter value={library} onChange={(next) => show({ library: next })} />
      <LanguageFilter show={show} />
      <Select
        label={t('Sort')}
        value={by ?? 'newest'}
        choices={[
          { value: 'newest', label: t('Newest first') },
          { value: 'series', label: t('By series') },
        ]}
        onChange={(next) => show({ by: next === 'series' ? 'series' : undefined })}
      />
    </div>
  )
}

/** Shown only if there are releases in several languages. */
function LanguageFilter({ show }: { show: (change: SearchChange) => void }) {
  const { tab = 'announced', library, language } = useSearch({ from: '/signedIn/shell/releases' })
  const query = { state: tab, ...(library && { libraryId: library }) }
  const { data } = useQuery(apiQuery('/api/v1/releases/facets', { params: { query } }))
  const known = data?.languages.map((each) => each.language) ?? []
  const offered = [...new Set([...known, ...(language ? [language] : [])])]
  if (offered.length < 2) return null
  return (
    <Select
      label={t('Language')}
      value={language ?? every}
      choices={[
        { value: every, label: t('All languages') },
        ...offered.map((value) => ({ value, label: formatLanguage(value) })),
      ]}
      onChange={(next) => show({ language: next === every ? undefined : next })}
    />
  )
}
