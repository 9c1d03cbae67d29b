/** Actions for the selected text, and for highlights. */
import { Button } from '../../../components/controls/button'
import { EditIcon } from '../../../components/icons'
import { lazyPart } from '../../../components/menus/lazy-popup'
import { t } from '../../../i18n/i18n'
import { DialogPart } from '../on-demand/dialog-part'
import { type HighlightColor, highlightColors } from './engine/highlights'
import { useBookHighlights } from './hooks/use-highlights'
import text from './text.module.css'

const noteParts = lazyPart(() => import('../../../components/rating/note-dialog'))

interface SelectionBarProps {
  onHighlight(color: HighlightColor, isNoted?: boolean): void
}

export function TextSelectionBar({ onHighlight }: SelectionBarProps) {
  const { hasSelection } = useBookHighlights()
  if (!hasSelection) return null
  return (
    <div className={text.selection} role="toolbar" aria-label={t('Selected text')}>
      {highlightColors.map((color) => (
        <button
          key={color}
          type="button"
          className={text.color}
          data-color={color}
          aria-label={formatColor(color)}
          title={formatColor(color)}
          onClick={() => onHighlight(color)}
        />
      ))}
      <Button small variant="quiet" icon={EditIcon} onClick={() => onHighlight('yellow', true)}>
        {t('Add note')}
      </Button>
    </div>
  )
}

/** The dialog for the note of the highlight that is being edited. */
export function HighlightNote() {
  const { edited, edit, update } = useBookHighlights()
  const close = () => edit(undefined)
  if (!edited) return null
  return (
    <DialogPart from={noteParts} onClose={close}>
      {({ NoteDialog }) => (
        <NoteDialog
          note={edited.note}
          onClose={close}
          onSave={(note) => update({ id: edited.id, note })}
        />
      )}
    </DialogPart>
  )
}

const formatColor = (color: HighlightColor) =>
  ({
    yellow: t('Highlight in yellow'),
    green: t('Highlight in green'),
    blue: t('Highlight in blue'),
    pink: t('Highlight in pink'),
  })[color]
