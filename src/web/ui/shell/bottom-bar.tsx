/** Phones: the way about, where the thumb is. */
import { Link } from '@tanstack/react-router'
import { HomeIcon, LayersIcon } from '../components/icons'
import { t } from '../i18n/i18n'
import styles from './shell.module.css'

export const BottomBar = () => (
  <nav className={styles.bottom} aria-label={t('Main')}>
    <Link to="/" activeOptions={{ exact: true }}>
      <HomeIcon size={23} />
      {t('Home')}
    </Link>
    <Link to="/library" search={{}}>
      <LayersIcon size={23} />
      {t('Library')}
    </Link>
  </nav>
)
