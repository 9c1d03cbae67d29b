/** A cleanup: first a dry run, then the removal. */
import { Button } from '../../../components/controls/button'
import { t } from '../../../i18n/i18n'
import { Card } from '../shared/settings-section'
import styles from '../settings.module.css'
import { useChange } from '../../../components/use-change'

interface CleanUpCardProps<Found> {
  title: string
  hint: string
  act: (isTrial: boolean) => Promise<Found>
  getCount: (found: Found) => number
  /** Text about the items that would be removed. */
  found: (found: Found) => string
  /** Text about the removed items. */
  done: (found: Found) => string
  stale?: readonly string[]
}

export function CleanUpCard<Found>(props: CleanUpCardProps<Found>) {
  const { title, hint, act, getCount, found, done, stale = [] } = props
  const look = useChange({ act: () => act(true) })
  const remove = useChange({ act: () => act(false), done, stale, onDone: () => look.reset() })
  const litter = look.data
  const isThere = litter !== undefined && getCount(litter) > 0
  return (
    <Card title={title} hint={hint}>
      <p role="status" hidden={litter === undefined}>
        {litter !== undefined && (isThere ? found(litter) : t('Nothing to clean up.'))}
      </p>
      <div className={styles.actions}>
        {isThere ? (
          <>
            <Button busy={remove.isPending} onClick={() => remove.mutate()}>
              {t('Remove')}
            </Button>
            <Button variant="quiet" onClick={() => look.reset()}>
              {t('Cancel')}
            </Button>
          </>
        ) : (
          <Button busy={look.isPending} onClick={() => look.mutate()}>
            {t('Check')}
          </Button>
        )}
      </div>
    </Card>
  )
}
