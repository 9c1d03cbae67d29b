/** A condition editor in its own sheet. */
import { useState } from 'react'
import { t } from '../../i18n/i18n'
import { Button } from '../controls/button'
import { Sheet } from '../dialogs/dialog'
import ConditionEditor from './condition-editor'
import type { Target } from './tree/field-kinds'
import type { Condition } from './tree/condition-shape'

interface DialogProps {
  target: Target
  title: string
  condition: Condition
  onClose: () => void
  onApply: (condition: Condition) => void
}

export default function ConditionDialog(props: DialogProps) {
  const { target, title, condition, onClose, onApply } = props
  const [next, setNext] = useState<Condition | undefined>(condition)
  const apply = () => {
    if (!next) return
    onApply(next)
    onClose()
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" disabled={!next} onClick={apply}>
            {t('Apply')}
          </Button>
        </>
      }
    >
      <ConditionEditor target={target} condition={condition} onChange={setNext} />
    </Sheet>
  )
}
