/**
 * Links that search for a title on the sites of the providers, so that the user can paste the URL
 * of a work here.
 */
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query'
import { t } from '../../i18n/i18n'
import type { MatchTarget } from './match-target'
import styles from './matching.module.css'

interface SearchElsewhereProps {
  target: MatchTarget
  title: string
}

export function SearchElsewhere({ target: { kind, libraryId }, title }: SearchElsewhereProps) {
  const params = { query: { scope: `${kind}:detail`, libraryId } }
  const { data } = useQuery(apiQuery('/api/v1/plugins/actions', { params }))
  // Not every provider has a site that can be searched.
  const actions = (data?.actions ?? []).filter(({ searchUriTemplate }) => searchUriTemplate)
  if (actions.length === 0) return null
  return (
    <p className={styles.elsewhere}>
      {actions.map(({ pluginId, pluginDisplayName, searchUriTemplate }) => (
        <a
          key={pluginId}
          href={searchUriTemplate?.replace('{title}', encodeURIComponent(title))}
          target="_blank"
          rel="noreferrer"
        >
          {t('Search on {name}', { name: pluginDisplayName })}
        </a>
      ))}
    </p>
  )
}
