/** Layout of the settings: navigation (a page of its own on phones and tablets) and the current section. */
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Button } from '../../components/controls/button'
import { classes } from '../../components/class-names'
import { BackIcon, ChevronEndIcon, SignOutIcon } from '../../components/icons'
import { Loading } from '../../components/feedback/states'
import { formatNumber, t } from '../../i18n/i18n'
import { usePageTitle } from '../../state/browser/page-title'
import { useUser } from '../../state/session/session'
import { useSignOut } from '../../state/session/sign-out'
import { useCounts } from './use-problem-counts'
import { useSections } from './sections'
import styles from './settings.module.css'

const Profile = lazy(async () => ({ default: (await import('./account/profile')).Profile }))

export function SettingsScreen() {
  const { section } = useParams({ strict: false })
  return (
    <div className={classes(styles.frame, section ? styles.inside : styles.outside)}>
      <Contents />
      <div className={styles.part}>
        {section && (
          <Link to="/settings" className={styles.back}>
            <BackIcon size={18} />
            {t('Settings')}
          </Link>
        )}
        <Outlet />
      </div>
    </div>
  )
}

function Contents() {
  const groups = useSections()
  const counts = useCounts()
  const user = useUser()
  const signOut = useSignOut()
  const shown = useShownSection()
  return (
    <nav className={styles.contents} aria-label={t('Settings')}>
      {user && (
        <div className={styles.who}>
          <strong>{user.username}</strong>
          <span>{user.email}</span>
        </div>
      )}
      {groups.map(({ words, sections }) => (
        <div key={words} role="group" aria-label={words}>
          <div className={styles.groupName} aria-hidden="true">
            {words}
          </div>
          {sections.map(({ name, words: named }) => (
            <Link
              key={name}
              to="/settings/$section"
              params={{ section: name }}
              className={styles.place}
              aria-current={name === shown ? 'page' : undefined}
            >
              <span>{named}</span>
              <Count count={counts[name]} />
              <ChevronEndIcon size={16} />
            </Link>
          ))}
        </div>
      ))}
      <Button
        variant="plain"
        icon={SignOutIcon}
        onClick={() => void signOut()}
        className={styles.leave}
      >
        {t('Sign out')}
      </Button>
    </nav>
  )
}

const Count = ({ count }: { count: number | undefined }) =>
  count ? <span className={styles.count}>{formatNumber(count)}</span> : null

const narrow = matchMedia('(max-width: 1024px)')

function watchWidth(listener: () => void) {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

const useIsNarrow = () => useSyncExternalStore(watchWidth, () => narrow.matches)

/** The section in the URL, otherwise the one shown by default. */
function useShownSection(): string | undefined {
  const { section } = useParams({ strict: false })
  const isNarrow = useIsNarrow()
  return section ?? (isNarrow ? undefined : 'profile')
}

/** Settings without a section in the URL: narrow screens show the navigation, others the first section. */
export function SettingsStart() {
  usePageTitle(t('Settings'))
  if (useIsNarrow()) return <h1 className={styles.first}>{t('Settings')}</h1>
  return (
    <Suspense fallback={<Loading />}>
      <Profile />
    </Suspense>
  )
}
