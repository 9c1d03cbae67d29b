/** Confirmation dialogs for actions that are hard to undo or risky. */
import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/controls/button'
import { Dialog } from '../../../components/dialogs/dialog'
import { Field } from '../../../components/controls/field'
import { t } from '../../../i18n/i18n'
import styles from '../settings.module.css'

interface ConfirmProps {
  title: string
  /** Label of the button, which names the action. */
  action: string
  onConfirm: () => void
  onClose: () => void
  /** Text that must be typed before the action is enabled. */
  name?: string
  busy?: boolean
  children: ReactNode
}

export function Confirm({
  title,
  action,
  onConfirm,
  onClose,
  name,
  busy = false,
  children,
}: ConfirmProps) {
  const [given, setGiven] = useState('')
  const isSure = name === undefined || given.trim() === name
  const actions = (
    <>
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button variant="danger" disabled={!isSure} busy={busy} onClick={onConfirm}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={title} actions={actions}>
      <div className={styles.question}>
        {children}
        {name !== undefined && (
          <Field
            label={t('Type {name} to confirm', { name })}
            name="name"
            value={given}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setGiven(event.target.value)}
          />
        )}
      </div>
    </Dialog>
  )
}
