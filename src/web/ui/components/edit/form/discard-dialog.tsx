import type { ReactNode } from 'react'
import { t } from '../../../i18n/i18n'
import { Button } from '../../controls/button'
import { Dialog } from '../../dialogs/dialog'

interface LeaveQuestionProps {
  open: boolean
  onStay: () => void
  onDrop: () => void
  /** What would be lost. */
  children?: ReactNode
}

/** Asked before what was changed and not saved is lost. */
export const DiscardDialog = ({ open, onStay, onDrop, children }: LeaveQuestionProps) => (
  <Dialog
    open={open}
    onClose={onStay}
    title={t('Discard changes?')}
    actions={
      <>
        <Button onClick={onStay}>{t('Keep editing')}</Button>
        <Button look="danger" onClick={onDrop}>
          {t('Discard changes')}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
)
