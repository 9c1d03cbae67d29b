/** Form footer: changes, save progress and buttons. */
import { t } from '../../../i18n/i18n'
import { Button } from '../../controls/button'
import { ProgressLine } from '../../covers/cover'
import { countChanges, isLockedIn } from './draft'
import styles from '../edit.module.css'
import type { Form } from './use-edit-form'

export function FormFoot({ form }: { form: Form }) {
  const { going, isSaving, draft, discard, save } = form
  const isSame = countChanges(draft) === 0
  return (
    <>
      {going && (
        <div className={styles.going}>
          <ProgressLine value={going.done / going.total} />
        </div>
      )}
      <p className={styles.count} role="status">
        {going
          ? t('{done} of {total}…', { done: going.done, total: going.total })
          : [formatChangeCount(countChanges(draft)), formatLockCount(form)]
              .filter(Boolean)
              .join(' · ')}
      </p>
      {going ? (
        <Button onClick={going.stop}>{t('Stop')}</Button>
      ) : (
        <Button onClick={discard} disabled={isSame || isSaving}>
          {t('Discard')}
        </Button>
      )}
      <Button
        variant="primary"
        onClick={save}
        busy={isSaving}
        disabled={isSame}
        title={t('Ctrl Enter')}
      >
        {t('Save')}
      </Button>
    </>
  )
}

export const formatChangeCount = (count: number) =>
  count === 0 ? t('No changes') : t('{count, plural, one {# change} other {# changes}}', { count })

function formatLockCount({ editing }: Form): string {
  if (!editing) return ''
  const { stored, draft } = editing
  const count = Object.keys(stored).filter((field) => isLockedIn(stored, draft, field)).length
  return count === 0
    ? ''
    : t('{count, plural, one {# field locked} other {# fields locked}}', { count })
}
