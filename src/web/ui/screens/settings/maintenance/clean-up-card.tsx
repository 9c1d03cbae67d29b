/** A cleanup: first a dry run, then the removal. */
import { Button } from '../../../components/controls/button'
import { t } from '../../../i18n/i18n'
import { SettingsCard } from '../shared/settings-section'
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
  const preview = useChange({ act: () => act(true) })
  const remove = useChange({ act: () => act(false), done, stale, onDone: () => preview.reset() })
  const unused = preview.data
  const hasUnused = unused !== undefined && getCount(unused) > 0
  return (
    <SettingsCard title={title} hint={hint}>
      <p role="status" hidden={unused === undefined}>
        {unused !== undefined && (hasUnused ? found(unused) : t('Nothing to clean up'))}
      </p>
      <div className={styles.actions}>
        {hasUnused ? (
          <>
            <Button busy={remove.isPending} onClick={() => remove.mutate()}>
              {t('Remove')}
            </Button>
            <Button variant="quiet" onClick={() => preview.reset()}>
              {t('Cancel')}
            </Button>
          </>
        ) : (
          <Button busy={preview.isPending} onClick={() => preview.mutate()}>
            {t('Check')}
          </Button>
        )}
      </div>
    </SettingsCard>
  )
}
