import { Fragment, useLayoutEffect, useRef } from 'react'
import { Button, IconButton } from '../../../../components/controls/button'
import { CloseIcon } from '../../../../components/icons'
import { t } from '../../../../i18n/i18n'
import type { NotePiece } from '../engine/book/notes'
import text from '../text.module.css'
import type { OpenNote } from './use-note'

interface NotePanelProps {
  open: OpenNote
  onClose(): void
  onFollow(href: string): void
}

/** A note from the book, shown below the text. */
export function NotePanel({ open: { mark, href, note }, onClose, onFollow }: NotePanelProps) {
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => panel.current?.focus(), [href])
  return (
    <aside ref={panel} className={text.note} tabIndex={-1} aria-label={t('Note {mark}', { mark })}>
      <div>
        {note.map((pieces, index) => (
          <p key={index} dir="auto">
            <Pieces pieces={pieces} />
          </p>
        ))}
      </div>
      <IconButton label={t('Close')} icon={CloseIcon} onClick={onClose} />
      <Button small variant="quiet" onClick={() => onFollow(href)}>
        {t('Go to note')}
      </Button>
    </aside>
  )
}

const Pieces = ({ pieces }: { pieces: readonly NotePiece[] }) =>
  pieces.map((piece, index) => {
    if (typeof piece === 'string') return <Fragment key={index}>{piece}</Fragment>
    const { tag: Tag } = piece
    return (
      <Tag key={index}>
        <Pieces pieces={piece.pieces} />
      </Tag>
    )
  })
