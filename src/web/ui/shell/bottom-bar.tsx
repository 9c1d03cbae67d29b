/** Navigation on phones, within thumb reach. */
import { Link } from '@tanstack/react-router'
import { BookmarkIcon, HomeIcon, LayersIcon, SearchIcon, UserIcon } from '../components/icons'
import { t } from '../i18n/i18n'
import styles from './shell.module.css'

export function BottomBar() {
  return (
    <nav className={styles.bottom} aria-label={t('Main')}>
      <Link to="/" activeOptions={{ exact: true }}>
        <HomeIcon size={23} />
        {t('Home')}
      </Link>
      <Link to="/library" search={{}} activeOptions={{ includeSearch: false }}>
        <LayersIcon size={23} />
        {t('Library')}
      </Link>
      <Link to="/search" search={{}} activeOptions={{ includeSearch: false }}>
        <SearchIcon size={23} />
        {t('Search')}
      </Link>
      <Link to="/want-to-read">
        <BookmarkIcon size={23} />
        {t('Want to read')}
      </Link>
      <Link to="/settings">
        <UserIcon size={23} />
        {t('You')}
      </Link>
    </nav>
  )
}
