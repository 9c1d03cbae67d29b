/** Phones: the way about, where the thumb is. */
import { Link, useNavigate } from '@tanstack/react-router'
import { HomeIcon, LayersIcon, SearchIcon, UserIcon } from '../components/icons'
import { t } from '../i18n/i18n'
import styles from './shell.module.css'

export function BottomBar() {
  const navigate = useNavigate()
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
      <button
        type="button"
        onClick={() => {
          const search = document.querySelector<HTMLElement>('[data-search]')
          if (search) search.click()
          else void navigate({ to: '/library', search: { search: '' } })
        }}
      >
        <SearchIcon size={23} />
        {t('Search')}
      </button>
      <Link to="/settings">
        <UserIcon size={23} />
        {t('You')}
      </Link>
    </nav>
  )
}
