/** Indicates that the library is shown as another user sees it. */
import { Button } from '../components/controls/button'
import { queryClient } from '../api/query'
import { t } from '../i18n/i18n'
import { useViewedUser, viewedUser } from '../state/session/view-as'
import styles from './shell.module.css'

export function ViewedUserBar() {
  const viewed = useViewedUser()
  if (!viewed) return null
  return (
    <div className={styles.viewedUser} role="status">
      <span>
        {t('You’re viewing the library as {name}. You can’t change anything.', {
          name: viewed.name,
        })}
      </span>
      <Button small onClick={stop}>
        {t('Stop')}
      </Button>
    </div>
  )
}

function stop() {
  viewedUser.set(undefined)
  void queryClient.resetQueries()
}
