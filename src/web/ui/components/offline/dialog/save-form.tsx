/** Dialog for saving books in this browser: choice of books, available space and error. */
import type { ReactNode } from 'react'
import { t } from '../../../i18n/i18n'
import { Button } from '../../controls/button'
import { Dialog } from '../../dialogs/dialog'
import { ErrorState, Loading } from '../../feedback/states'
import { SpaceLine } from '../saved/space-line'
import styles from '../offline.module.css'

interface SaveFormProps {
  /** The query that determines what can be saved. */
  question: { error: unknown; refetch: () => unknown }
  isReady: boolean
  problem: string | undefined
  isBusy: boolean
  /** Undefined if everything is already saved. */
  onSave: (() => void) | undefined
  onClose: () => void
  children: ReactNode
}

export function SaveForm(props: SaveFormProps) {
  const { question, isReady, problem, isBusy, onSave, onClose, children } = props
  const actions = (
    <>
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button variant="primary" busy={isBusy} onClick={onSave}>
        {t('Save')}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Save for offline')}
      actions={isReady && onSave ? actions : undefined}
    >
      <div className={styles.body}>
        {isReady ? children : <Pending {...question} />}
        {problem && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        <SpaceLine />
      </div>
    </Dialog>
  )
}

const Pending = ({ error, refetch }: SaveFormProps['question']) =>
  error ? <ErrorState error={error} retry={refetch} /> : <Loading />
