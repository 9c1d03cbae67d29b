import type { Schemas } from '../../../api/client'
import { ErrorState } from '../../../components/feedback/states'
import { EndCard } from '../end-card'
import { DialogPart } from '../on-demand/dialog-part'
import { OpeningBook } from '../opening-book'
import type { useAdjacentBooks } from '../hooks/use-adjacent-books'
import { NotePanel } from './panels/note-panel'
import { textParts } from './panels/text-parts'
import type { LinkTargets } from './panels/use-link-targets'
import { SectionLinks } from './section-links'
import text from './text.module.css'
import { useTextPosition } from './text-position'

interface ReadingPlaceProps {
  book: Schemas['Book']
  incognito: boolean
  neighbors: ReturnType<typeof useAdjacentBooks>
  /** Whether each section of the text is a continuous strip. */
  isStrip: boolean
  stage: React.RefObject<HTMLDivElement | null>
  links: LinkTargets
  /** Why the text could not be shown. */
  failure: unknown
}

/** The text and the card after its end or before its start, or an error. */
export function TextStage(props: ReadingPlaceProps) {
  const { book, incognito, neighbors, isStrip, stage, links, failure } = props
  const { place, edge } = useTextPosition()
  const { adjacent } = neighbors
  return (
    <>
      <div ref={stage} className={text.stage} hidden={edge !== null} />
      {isStrip && place && !edge && <SectionLinks place={place} />}
      <LinkTarget links={links} />
      {!place && failure === undefined && <OpeningBook id={book.id} />}
      {failure !== undefined && <ErrorState error={failure} />}
      {edge && <EndCard at={edge} book={book} adjacent={adjacent} incognito={incognito} />}
    </>
  )
}

/** The target of a link in the book: a note, or the confirmation dialog for a website. */
function LinkTarget({ links }: { links: LinkTargets }) {
  const { note, closeNote, website, closeWebsite } = links
  const { goToHref } = useTextPosition()
  return (
    <>
      {note && <NotePanel open={note} onClose={closeNote} onFollow={goToHref} />}
      {website !== null && (
        <DialogPart from={textParts} onClose={closeWebsite}>
          {({ LeaveBook }) => <LeaveBook address={website} onClose={closeWebsite} />}
        </DialogPart>
      )}
    </>
  )
}
