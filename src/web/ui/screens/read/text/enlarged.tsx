/** A picture or a wide table of a book, as large as the screen. */
import { useEffect, useRef } from 'react'
import { IconButton } from '../../../components/controls/button'
import { CloseIcon } from '../../../components/icons'
import { t } from '../../../i18n/i18n'
import type { Enlargeable, TableRow } from './engine/layout/enlargeable'

export interface EnlargedProps {
  content: Enlargeable
  onClose(): void
}

export function Enlarged({ content, onClose }: EnlargedProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const label = content.kind === 'picture' ? content.words || t('Picture') : t('Table')
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={onClose}
      style={{
        width: '100vw',
        height: '100dvh',
        maxWidth: 'none',
        maxHeight: 'none',
        boxSizing: 'border-box',
        padding: 16,
        border: 0,
        overflow: 'auto',
        background: 'var(--reader-bg)',
        color: 'var(--reader-ink)',
      }}
    >
      <div style={{ position: 'sticky', top: 0, left: 0, width: 'fit-content' }}>
        <IconButton label={t('Close')} icon={CloseIcon} onClick={() => dialog.current?.close()} />
      </div>
      {content.kind === 'picture' ? (
        <img
          src={content.source}
          alt={content.words}
          style={{ margin: 'auto', maxHeight: 'calc(100dvh - 80px)', objectFit: 'contain' }}
        />
      ) : (
        <Table rows={content.rows} />
      )}
    </dialog>
  )
}

const Table = ({ rows }: { rows: readonly TableRow[] }) => (
  <table style={{ borderCollapse: 'collapse', margin: 'auto' }}>
    <tbody>
      {rows.map((cells, index) => (
        <tr key={index}>
          {cells.map(({ isHead, text, columns, rows: down }, place) => {
            const Cell = isHead ? 'th' : 'td'
            return (
              <Cell
                key={place}
                colSpan={columns}
                rowSpan={down}
                style={{ padding: '4px 10px', border: '1px solid currentColor' }}
              >
                {text}
              </Cell>
            )
          })}
        </tr>
      ))}
    </tbody>
  </table>
)
