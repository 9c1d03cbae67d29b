/**
 * Links from one kind of list to the others. Phones have no other navigation between these pages.
 */
import { Link } from '@tanstack/react-router'
import { t } from '../../i18n/i18n'
import { usePermission } from '../../state/session/session'
import styles from './lists.module.css'

export function ListsNavigation() {
  const [mayCollections, mayReadLists] = [
    usePermission('collections:read'),
    usePermission('readlists:read'),
  ]
  return (
    <nav className={styles.tabs} aria-label={t('Lists')}>
      <Link to="/want-to-read">{t('Want to read')}</Link>
      {mayCollections && <Link to="/collections">{t('Collections')}</Link>}
      {mayReadLists && <Link to="/reading-lists">{t('Reading lists')}</Link>}
      <Link to="/statistics" search={{}}>
        {t('Statistics')}
      </Link>
    </nav>
  )
}
