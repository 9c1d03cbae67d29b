/** A button that deletes a group or sharing tag after its name has been typed. */
import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/controls/button'
import { useChange } from '../../../components/use-change'
import { t } from '../../../i18n/i18n'
import styles from '../settings.module.css'
import { Confirm } from '../shared/confirm'

interface DeletionProps {
  name: string
  /** Button label. */
  words: string
  act: () => Promise<unknown>
  stale: readonly string[]
  onDone: () => void
  /** Explains the consequences. */
  children: ReactNode
}

export function DeleteByName({ name, words, act, stale, onDone, children }: DeletionProps) {
  const [isAsked, setAsked] = useState(false)
  const remove = useChange({ act, done: t('Deleted {name}', { name }), stale, onDone })
  return (
    <div className={styles.actions}>
      <Button variant="danger" small onClick={() => setAsked(true)}>
        {words}
      </Button>
      {isAsked && (
        <Confirm
          title={t('Delete {name}?', { name })}
          action={t('Delete')}
          name={name}
          busy={remove.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() => remove.mutate()}
        >
          <p>{children}</p>
        </Confirm>
      )}
    </div>
  )
}
