/** Layout for all screens except sign-in, setup, invitations and the readers. */
import { Outlet, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { OutageBar } from '../components/feedback/outage-bar'
import { Loading } from '../components/feedback/states'
import { GroupingHost } from '../components/grouping/grouping-host'
import { ProfileHost } from '../components/profiles/profile-host'
import { AddToListHost } from '../components/lists/add-to-list-host'
import { OfflineHost } from '../components/offline/offline-host'
import { t } from '../i18n/i18n'
import { isOfflineStart, readBoot } from '../state/session/page-data'
import { BottomBar } from './bottom-bar'
import { CoverMenuHost } from './cover-menu/cover-menu-host'
import { Sidebar } from './sidebar'
import { TopBar } from './top-bar'
import styles from './shell.module.css'
import { Button } from '../components/controls/button'
import { queryClient } from '../api/query'
import { useViewedUser, viewedUser } from '../state/session/view-as'
import { shortcutHelp, useKeys } from '../state/browser/shortcuts'
import { useStore } from '../state/store'

const OfflineFrame = lazy(async () => ({ default: (await import('./offline-frame')).OfflineFrame }))

const WhatsNew = lazy(async () => ({
  default: (await import('../components/whats-new/whats-new')).WhatsNew,
}))

export const Shell = () =>
  isOfflineStart() ? (
    <Suspense fallback={<Loading />}>
      <OfflineFrame />
    </Suspense>
  ) : (
    <OnlineShell />
  )

const OnlineShell = () => (
  <div className={styles.shell}>
    <a className={styles.skip} href="#content" onClick={focusContent}>
      {t('Skip to content')}
    </a>
    <Sidebar />
    <div className={styles.main}>
      <ViewedUserBar />
      <OutageBar />
      <TopBar />
      <WhatsNewHost />
      <main id="content" tabIndex={-1} className={styles.content}>
        <Outlet />
      </main>
    </div>
    <BottomBar />
    <ShortcutHelp />
    <CoverMenuHost />
    <AddToListHost />
    <ProfileHost />
    <OfflineHost />
    <GroupingHost />
  </div>
)

/** Loads nothing unless Quire was updated. */
const WhatsNewHost = () =>
  readBoot()?.hasNewVersion && (
    <Suspense>
      <WhatsNew />
    </Suspense>
  )

/** Moves the focus to the content without following the link, which would change the URL. */
function focusContent(event: React.MouseEvent) {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

/** Indicates that the library is shown as another user sees it. */
function ViewedUserBar() {
  const viewed = useViewedUser()
  if (!viewed) return null
  return (
    <div className={styles.viewedUser} role="status">
      <span>
        {t('You’re viewing the library as {name}. You can’t change anything.', {
          name: viewed.name,
        })}
      </span>
      <Button small onClick={stopViewing}>
        {t('Stop')}
      </Button>
    </div>
  )
}

function stopViewing() {
  viewedUser.set(undefined)
  void queryClient.resetQueries()
}

const ShortcutList = lazy(async () => ({
  default: (await import('./shortcut-sheet')).ShortcutList,
}))

/** Handles the global keyboard shortcuts and shows their list. */
function ShortcutHelp() {
  const isOpen = useStore(shortcutHelp)
  const navigate = useNavigate()
  const keys = useMemo(
    () => ({
      '?': () => shortcutHelp.set(true),
      'g h': () => void navigate({ to: '/' }),
      'g l': () => void navigate({ to: '/library', search: {} }),
      'g w': () => void navigate({ to: '/want-to-read' }),
    }),
    [navigate],
  )
  useKeys(keys)
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <ShortcutList />
    </Suspense>
  )
}
