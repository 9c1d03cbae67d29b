import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { classes } from '../components/class-names'
import { IconButton } from '../components/controls/button'
import { KeyboardIcon, SearchIcon } from '../components/icons'
import { NotificationsLink } from '../components/notifications/notifications-link'
import { t } from '../i18n/i18n'
import { shortcutHelp, useKeys } from '../state/browser/shortcuts'
import { keepTyped, takeTyped } from '../state/browser/typed-ahead'
import { createStore, useStore } from '../state/store'
import styles from './shell.module.css'

const Palette = lazy(async () => {
  try {
    return { default: (await import('../screens/search/command-palette')).Palette }
  } catch (error) {
    takeTyped()
    throw error
  }
})

const isSearching = createStore(false)

export function TopBar() {
  useKeys(useMemo(() => ({ 'Ctrl+k': openSearch, '/': openSearch, 'g s': openSearch }), []))
  return (
    <header className={classes(styles.top, useIsAt('/library') && styles.topOfLibrary)}>
      {!useIsAt('/search') && (
        <button type="button" className={styles.search} data-search onClick={openSearch}>
          <SearchIcon size={18} />
          {t('Search series, people, tags…')}
          <kbd>{t('Ctrl K')}</kbd>
        </button>
      )}
      <span className={styles.space} />
      <IconButton
        label={t('Keyboard shortcuts')}
        icon={KeyboardIcon}
        className={styles.keys}
        onClick={() => shortcutHelp.set(true)}
      />
      <NotificationsLink />
      <SearchPalette />
    </header>
  )
}

/** Used to detect screens with their own search field: search and, on phones, the library. */
const useIsAt = (path: '/search' | '/library') =>
  useRouterState({ select: ({ location }) => location.pathname.endsWith(path) })

function openSearch() {
  if (isSearching.get()) return
  keepTyped(closeSearch)
  isSearching.set(true)
}

export function closeSearch() {
  takeTyped()
  isSearching.set(false)
}

/** The search dialog. Its code loads on first use. */
function SearchPalette() {
  const isOpen = useStore(isSearching)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return (
    <Suspense>
      <Palette open={isOpen} onClose={closeSearch} />
    </Suspense>
  )
}
