/** A notification with its link and actions. */
import { Link } from '@tanstack/react-router'
import { api, readResponse, type Schemas } from '../../api/client'
import { classes } from '../../components/class-names'
import { IconButton } from '../../components/controls/button'
import { CheckIcon, TrashIcon } from '../../components/icons'
import { releasePaths } from '../../components/releases/use-release-changes'
import { withId } from '../../components/use-action'
import { useChange } from '../../components/use-change'
import { formatAgo, formatInstant } from '../../i18n/date-time'
import { t } from '../../i18n/i18n'
import { translate } from '../../i18n/server-messages'
import { formatTask } from '../../labels/server-labels'
import styles from './notifications-screen.module.css'

type Notification = Schemas['Notification']

/**
 * Queries to refetch. They include releases, because reading a notification marks its release as
 * seen.
 */
export const notificationPaths = releasePaths

export function NotificationRow({ notification }: { notification: Notification }) {
  const { id, read, happenedAt, path } = notification
  const name = formatNotification(notification)
  const markRead = useChange({
    act: () => readResponse(api.POST('/api/v1/user/notifications/read', { body: { ids: [id] } })),
    stale: notificationPaths,
    once: true,
  })
  const remove = useChange({
    act: () => readResponse(api.DELETE('/api/v1/user/notifications/{id}', withId(id))),
    stale: notificationPaths,
    once: true,
  })
  return (
    <li className={classes(styles.row, !read && styles.isUnread)}>
      <div className={styles.words}>
        <Link to={path} onClick={read ? undefined : () => markRead.mutate()}>
          {!read && <span className="hidden-words">{t('Unread:')} </span>}
          {name}
        </Link>
        <small title={formatInstant(happenedAt)}>{formatAgo(happenedAt)}</small>
      </div>
      <div className={styles.actions}>
        {!read && (
          <IconButton
            label={t('Mark as read: {name}', { name })}
            icon={CheckIcon}
            aria-disabled={markRead.isPending || undefined}
            onClick={() => markRead.mutate()}
          />
        )}
        <IconButton
          label={t('Delete: {name}', { name })}
          icon={TrashIcon}
          aria-disabled={remove.isPending || undefined}
          onClick={() => remove.mutate()}
        />
      </div>
    </li>
  )
}

/** Failed tasks are formatted here, because the name of the task must be translated as well. */
function formatNotification({ kind, params, ...message }: Notification): string {
  const { task } = params
  if (kind !== 'failed_task' || typeof task !== 'string') return translate({ ...message, params })
  return t('A task failed: {task}', { task: formatTask(task.replaceAll(' ', '_')) })
}
