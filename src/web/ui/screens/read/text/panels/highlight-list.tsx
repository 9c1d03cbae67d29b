/** Highlights and notes, in the order of the text. */
import type { ReactNode } from 'react'
import { buildUrl } from '../../../../api/client'
import { IconButton } from '../../../../components/controls/button'
import { DownloadIcon, EditIcon, TrashIcon } from '../../../../components/icons'
import { formatDate, formatPercent, t } from '../../../../i18n/i18n'
import { type Highlight, useBookHighlights } from '../hooks/use-highlights'
import text from '../text.module.css'

interface HighlightListProps {
  bookId: string
  /** Goes to a highlight. */
  onGo(highlight: Highlight): void
  /** Renders additional information about a highlight. */
  renderState?: (highlight: Highlight) => ReactNode
}

export function HighlightList({ bookId, onGo, renderState }: HighlightListProps) {
  const { all, edit, remove } = useBookHighlights()
  if (all.length === 0) {
    return <p>{t('No highlights yet. Select text in the book to highlight it.')}</p>
  }
  return (
    <>
      <ul className={text.list} role="list">
        {all.map((one) => (
          <li key={one.id} className={text.highlighted}>
            <button type="button" onClick={() => onGo(one)}>
              <span className={text.passage} data-color={one.color} dir="auto">
                {one.passage}
              </span>
              {one.note && <span dir="auto">{one.note}</span>}
              <small>
                {formatPercent(one.locator.locations.totalProgression ?? 0)} ·{' '}
                {formatDate(one.createdAt)}
              </small>
              {renderState?.(one)}
            </button>
            <IconButton label={t('Edit note')} icon={EditIcon} onClick={() => edit(one)} />
            <IconButton
              label={t('Remove highlight')}
              icon={TrashIcon}
              onClick={() => remove(one.id)}
            />
          </li>
        ))}
      </ul>
      <a
        href={buildUrl(`api/v1/books/${bookId}/highlights/markdown`)}
        download
        className={text.export}
      >
        <DownloadIcon size={18} />
        {t('Export as Markdown')}
      </a>
    </>
  )
}
