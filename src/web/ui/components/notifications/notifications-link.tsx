import { Link } from '@tanstack/react-router'
import { formatNumber, t } from '../../i18n/i18n'
import { BellIcon } from '../icons'
import styles from './notifications-link.module.css'
import { useUnreadNotifications } from './use-unread-notifications'

/** A bell with the number of unread notifications. */
export function NotificationsLink() {
  const unread = useUnreadNotifications() ?? 0
  const label =
    unread > 0
      ? t('{count, plural, one {# unread notification} other {# unread notifications}}', {
          count: unread,
        })
      : t('Notifications')
  return (
    <Link to="/notifications" search={{}} className={styles.bell} aria-label={label} title={label}>
      <BellIcon />
      {unread > 0 && (
        <span className={styles.unread} aria-hidden="true">
          {formatNumber(unread)}
        </span>
      )}
    </Link>
  )
}
