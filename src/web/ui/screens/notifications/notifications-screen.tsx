import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { api, readResponse } from '../../api/client'
import { apiQuery } from '../../api/query'
import { Button, buttonClass } from '../../components/controls/button'
import { EmptyState, ErrorState, Loading } from '../../components/feedback/states'
import { useListFocus } from '../../components/focus/use-list-focus'
import { Pager } from '../../components/grid/pager'
import { BellIcon, CheckIcon, SettingsIcon } from '../../components/icons'
import { useUnreadNotifications } from '../../components/notifications/use-unread-notifications'
import { useChange } from '../../components/use-change'
import { t } from '../../i18n/i18n'
import { usePageTitle } from '../../state/browser/page-title'
import { NotificationRow, notificationPaths } from './notification-row'
import styles from './notifications-screen.module.css'

const pageSize = 50

export function NotificationsScreen() {
  usePageTitle(t('Notifications'))
  return (
    <div className={styles.body}>
      <header className={styles.head}>
        <h1>{t('Notifications')}</h1>
        <div className={styles.headActions}>
          <MarkAllRead />
          <Link
            to="/settings/$section"
            params={{ section: 'notifications' }}
            className={buttonClass('plain')}
          >
            <SettingsIcon size={18} />
            {t('Channels')}
          </Link>
        </div>
      </header>
      <NotificationList />
    </div>
  )
}

function MarkAllRead() {
  const unread = useUnreadNotifications() ?? 0
  const mark = useChange({
    act: () => readResponse(api.POST('/api/v1/user/notifications/read', { body: {} })),
    done: t('All notifications marked as read'),
    stale: notificationPaths,
    once: true,
  })
  if (unread === 0) return null
  return (
    <Button icon={CheckIcon} busy={mark.isPending} onClick={() => mark.mutate()}>
      {t('Mark all as read')}
    </Button>
  )
}

function NotificationList() {
  const { page = 1 } = useSearch({ from: '/signedIn/shell/notifications' })
  const navigate = useNavigate()
  const focus = useListFocus()
  const list = useQuery({
    ...apiQuery('/api/v1/user/notifications', { params: { query: { page, pageSize } } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (list.isError) return <ErrorState error={list.error} retry={list.refetch} />
  if (!list.data) return <Loading />
  if (list.data.total === 0) return <NoNotifications />
  return (
    <>
      <ul role="list" className={styles.list} aria-label={t('Notifications')} {...focus}>
        {list.data.data.map((notification) => (
          <NotificationRow key={notification.id} notification={notification} />
        ))}
      </ul>
      <Pager
        page={page}
        pages={list.data.totalPages}
        onChange={(next) =>
          void navigate({
            to: '/notifications',
            search: next > 1 ? { page: next } : {},
            replace: true,
          })
        }
      />
    </>
  )
}

const NoNotifications = () => (
  <EmptyState icon={BellIcon} title={t('No notifications')}>
    <p>{t('New releases and other news appear here and stay for 90 days')}</p>
  </EmptyState>
)
