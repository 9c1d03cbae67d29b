/** The latest releases for a series that are not in the library yet. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { apiQuery } from '../../../api/query'
import { useListFocus } from '../../../components/focus/use-list-focus'
import { ReleaseRow } from '../../../components/releases/release-row'
import styles from '../../../components/releases/releases.module.css'
import { useReleaseChanges } from '../../../components/releases/use-release-changes'
import { t } from '../../../i18n/i18n'

const shown = 5

export function LatestReleases({ id }: { id: string }) {
  const params = { path: { id }, query: { pageSize: shown } }
  const { data } = useQuery(apiQuery('/api/v1/series/{id}/releases', { params }))
  const { change } = useReleaseChanges()
  const focus = useListFocus()
  if (!data || data.total === 0) return null
  return (
    <section aria-label={t('New releases')}>
      <ul role="list" className={styles.rows} {...focus}>
        {data.data.map((release) => (
          <ReleaseRow key={release.id} release={release} change={change} />
        ))}
      </ul>
      {data.total > shown && (
        <Link to="/releases" search={{ by: 'series' }}>
          {t('{count, plural, one {# release} other {All # releases}}', { count: data.total })}
        </Link>
      )}
    </section>
  )
}
