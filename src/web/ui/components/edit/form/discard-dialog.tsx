import type { ReactNode } from 'react'
import { t } from '../../../i18n/i18n'
import { Button } from '../../controls/button'
import { Dialog } from '../../dialogs/dialog'

interface LeaveQuestionProps {
  open: boolean
  onStay: () => void
  onDrop: () => void
  /** Lists the unsaved changes. */
  children?: ReactNode
}

/** Asks for confirmation before discarding unsaved changes. */
export const DiscardDialog = ({ open, onStay, onDrop, children }: LeaveQuestionProps) => (
  <Dialog
    open={open}
    onClose={onStay}
    title={t('Discard changes?')}
    actions={
      <>
        <Button onClick={onStay}>{t('Keep editing')}</Button>
        <Button variant="danger" onClick={onDrop}>
          {t('Discard changes')}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
)
