/** Links between the pages about the user's own reading. */
import { Link } from '@tanstack/react-router'
import { t } from '../../i18n/i18n'
import styles from './reading-life.module.css'

export const ReadingNavigation = () => (
  <nav className={styles.tabs} aria-label={t('Your reading')}>
    <Link to="/statistics" search={{}} activeOptions={{ includeSearch: false }}>
      {t('Statistics')}
    </Link>
    <Link to="/history" search={{}} activeOptions={{ includeSearch: false }}>
      {t('Reading history')}
    </Link>
    <Link to="/exports">{t('Exports')}</Link>
  </nav>
)
