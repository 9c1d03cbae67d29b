/**
 * A sheet with a form and a save button. Asks for confirmation before unsaved changes are
 * discarded.
 */
import { type ReactNode, useId, useState } from 'react'
import { formatError } from '../../../api/format-error'
import { Button } from '../../../components/controls/button'
import { Sheet } from '../../../components/dialogs/dialog'
import { DiscardDialog } from '../../../components/edit/form/discard-dialog'
import { useLeaveGuard } from '../../../components/edit/form/use-leave-guard'
import { Form, Problem } from '../../../components/entry/entry-page'
import { t } from '../../../i18n/i18n'
import styles from '../settings.module.css'

interface ChangesSheetProps {
  title: string
  isChanged: boolean
  /** Whether the form can be submitted. */
  isComplete?: boolean
  /** Label of the button, which names the action. */
  action?: string
  save: { mutate: () => void; isPending: boolean; error: unknown }
  onClose: () => void
  children: ReactNode
}

export function ChangesSheet({
  title,
  isChanged,
  isComplete = true,
  action = t('Save'),
  save,
  onClose,
  children,
}: ChangesSheetProps) {
  const form = useId()
  // Applies even while saving, because the server may reject the change.
  const guard = useLossGuard(isChanged, onClose)
  const canSave = isChanged && isComplete
  const actions = (
    <>
      {save.error !== null && (
        <div className={styles.refused}>
          <Problem>{formatError(save.error)}</Problem>
        </div>
      )}
      <Button onClick={guard.close}>{t('Cancel')}</Button>
      <Button variant="primary" type="submit" form={form} disabled={!canSave} busy={save.isPending}>
        {action}
      </Button>
    </>
  )
  return (
    <Sheet open onClose={guard.close} title={title} actions={actions}>
      <Form id={form} onSubmit={() => canSave && save.mutate()}>
        {children}
      </Form>
      <DiscardDialog open={guard.isAsking} onStay={guard.stay} onDrop={guard.drop} />
    </Sheet>
  )
}

/**
 * Asks for confirmation when the user closes the sheet or leaves the page while there are unsaved
 * changes.
 */
function useLossGuard(isDirty: boolean, onClose: () => void) {
  const [isClosing, setClosing] = useState(false)
  const leaving = useLeaveGuard(isDirty)
  return {
    isAsking: isClosing || leaving.isAsking,
    close: () => (isDirty ? setClosing(true) : onClose()),
    stay: () => {
      setClosing(false)
      leaving.stay()
    },
    drop: () => (leaving.isAsking ? leaving.leave() : onClose()),
  }
}
