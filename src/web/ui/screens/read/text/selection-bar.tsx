/** Actions for the selected text. */
import { lazy, Suspense } from 'react'
import { Button } from '../../../components/controls/button'
import { EditIcon } from '../../../components/icons'
import { t } from '../../../i18n/i18n'
import { type HighlightColor, highlightColors } from './engine/highlights'
import type { BookHighlights } from './hooks/use-highlights'
import type { View } from './hooks/use-text-view'
import text from './text.module.css'

const NoteDialog = lazy(() =>
  import('../../../components/rating/note-dialog').then((part) => ({ default: part.NoteDialog })),
)

interface SelectionBarProps {
  highlights: Pick<BookHighlights, 'edited' | 'edit' | 'hasSelection' | 'update'>
  view: Pick<View, 'highlight'>
}

export function TextSelectionBar({ highlights, view }: SelectionBarProps) {
  const { edited, edit, hasSelection, update } = highlights
  return (
    <>
      {hasSelection && (
        <div className={text.selection} role="toolbar" aria-label={t('Selected text')}>
          {highlightColors.map((color) => (
            <button
              key={color}
              type="button"
              className={text.color}
              data-color={color}
              aria-label={formatColor(color)}
              title={formatColor(color)}
              onClick={() => view.highlight(color)}
            />
          ))}
          <Button
            small
            variant="quiet"
            icon={EditIcon}
            onClick={() => view.highlight('yellow', true)}
          >
            {t('Add note')}
          </Button>
        </div>
      )}
      {edited && (
        <Suspense>
          <NoteDialog
            note={edited.note}
            onClose={() => edit(undefined)}
            onSave={(note) => update({ id: edited.id, note })}
          />
        </Suspense>
      )}
    </>
  )
}

const formatColor = (color: HighlightColor) =>
  ({
    yellow: t('Highlight in yellow'),
    green: t('Highlight in green'),
    blue: t('Highlight in blue'),
    pink: t('Highlight in pink'),
  })[color]
