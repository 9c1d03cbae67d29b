import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { apiQuery } from '../../../api/query'
import { buttonClass } from '../../../components/controls/button'
import { LayersIcon, PlusIcon } from '../../../components/icons'
import { EmptyState } from '../../../components/feedback/states'
import { t } from '../../../i18n/i18n'
import { usePermission } from '../../../state/session/session'
import { SettingsCard, Entries, Part, PendingSection } from '../shared/settings-section'
import { TrashedLibrary } from '../maintenance/trash/trashed-libraries'
import { LibraryCard } from './library-card'
import styles from './libraries.module.css'

export function Libraries() {
  const libraries = useQuery(apiQuery('/api/v1/libraries'))
  if (libraries.error && !libraries.data) {
    return <PendingSection title={t('Libraries')} question={libraries} />
  }
  const count = libraries.data?.length
  return (
    <Part
      title={t('Libraries')}
      facts={
        count ? t('{count, plural, one {# library} other {# libraries}}', { count }) : undefined
      }
      actions={
        <Link to="/add-library" className={buttonClass('primary')}>
          <PlusIcon size={18} />
          {t('Add library')}
        </Link>
      }
    >
      {count === 0 && (
        <EmptyState icon={LayersIcon} title={t('No libraries yet')}>
          <p>{t('A library is a folder with comics or books, including all subfolders')}</p>
        </EmptyState>
      )}
      {!libraries.data && <LibrarySkeleton />}
      {libraries.data?.map((library) => (
        <LibraryCard key={library.id} library={library} />
      ))}
      <Trashed />
    </Part>
  )
}

/** Libraries in the trash; renders nothing if there are none. */
function Trashed() {
  const mayRestore = usePermission('libraries:delete')
  const trashed = useQuery({
    ...apiQuery('/api/v1/libraries', { params: { query: { trashed: 'true' } } }),
    enabled: mayRestore,
  })
  if (!trashed.data || trashed.data.length === 0) return null
  return (
    <SettingsCard
      title={t('In the trash')}
      hint={t('Restoring a library also restores its books and reading progress')}
    >
      <Entries label={t('In the trash')}>
        {trashed.data.map((library) => (
          <TrashedLibrary key={library.id} library={library} />
        ))}
      </Entries>
    </SettingsCard>
  )
}

const blank = '\u00a0'

const LibrarySkeleton = () => (
  <div className={styles.card} role="status">
    <span className="hidden-words">{t('Loading')}</span>
    <div className={styles.top} data-waiting aria-hidden="true">
      <span className={styles.tile} />
      <div className={styles.names}>
        <h2>{blank}</h2>
        <code>{blank}</code>
        <div className={styles.facts}>
          <span>{blank}</span>
          <span>{blank}</span>
        </div>
      </div>
      <div className={styles.buttons} />
    </div>
  </div>
)
