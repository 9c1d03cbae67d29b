import { useNavigate } from '@tanstack/react-router'
import { IconButton } from '../components/button'
import { KeyboardIcon, SearchIcon } from '../components/icons'
import { t } from '../i18n/i18n'
import { keyHelp } from '../state/keys'
import styles from './shell.module.css'

/** Until there is a palette, searching is filtering the library. */
export function TopBar() {
  const navigate = useNavigate()
  return (
    <header className={styles.top}>
      <button
        type="button"
        className={styles.search}
        data-search
        onClick={() => void navigate({ to: '/library', search: { search: '' } })}
      >
        <SearchIcon size={18} />
        {t('Search series…')}
        <kbd>{t('Ctrl K')}</kbd>
      </button>
      <span className={styles.space} />
      <IconButton label={t('Keys')} icon={KeyboardIcon} onClick={() => keyHelp.set(true)} />
    </header>
  )
}
