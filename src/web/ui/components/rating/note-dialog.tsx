import { useRef } from 'react'
import { t } from '../../i18n/i18n'
import { Button } from '../controls/button'
import { Dialog } from '../dialogs/dialog'
import styles from './own-rating.module.css'

interface NoteDialogProps {
  note: string | null
  onClose(): void
  /** null removes the note. */
  onSave(note: string | null): void
}

const maxLength = 10_000

/** Edits the private note, which can have several lines. */
export function NoteDialog({ note, onClose, onSave }: NoteDialogProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const save = () => {
    const text = area.current?.value.trim() ?? ''
    if (text !== (note ?? '')) onSave(text || null)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Private note')}
      initialFocus={() => area.current}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" onClick={save}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <textarea
        ref={area}
        className={styles.area}
        aria-label={t('Private note')}
        defaultValue={note ?? ''}
        maxLength={maxLength}
        dir="auto"
      />
      <p>{t('Other users of this server can’t see this note')}</p>
    </Dialog>
  )
}
