import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { t } from '../../../i18n/i18n'
import { useKeys } from '../../../state/browser/shortcuts'
import { IconButton } from '../../controls/button'
import { EditIcon } from '../../icons'
import styles from '../../details/details.module.css'

interface EditButtonProps {
  may: boolean
  /** The form. Its code loads when it is first opened. */
  children: (close: () => void) => ReactNode
}

/** Opens the edit form. The E key does so as well. */
export function EditButton({ may, children }: EditButtonProps) {
  const [isOpen, setOpen] = useState(false)
  useKeys(useMemo(() => (may ? { e: () => setOpen(true) } : {}), [may]))
  if (!may) return null
  return (
    <>
      <IconButton
        label={t('Edit')}
        icon={EditIcon}
        className={styles.action}
        onClick={() => setOpen(true)}
      />
      {isOpen && <Suspense>{children(() => setOpen(false))}</Suspense>}
    </>
  )
}
