import type { ReactNode } from 'react'
import { Button } from '../../components/controls/button'
import { Dialog } from '../../components/dialogs/dialog'
import { t } from '../../i18n/i18n'

interface RemovalDialogProps {
  title: string
  action: string
  busy: boolean
  onClose(): void
  onConfirm(): void
  children: ReactNode
}

/** Asks for confirmation before an irreversible removal. */
export const RemovalDialog = ({ action, busy, onConfirm, ...dialog }: RemovalDialogProps) => (
  <Dialog
    open
    {...dialog}
    actions={
      <>
        <Button onClick={dialog.onClose}>{t('Cancel')}</Button>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </>
    }
  />
)
