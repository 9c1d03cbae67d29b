import type { Schemas } from '../../../api/client'
import { ErrorState } from '../../../components/feedback/states'
import { EndCard } from '../end-card'
import { OpeningBook } from '../opening-book'
import type { useAdjacentBooks } from '../hooks/use-adjacent-books'
import { LeaveBook } from './leave-book'
import { NotePanel } from './panels/note-panel'
import { SectionLinks } from './section-links'
import text from './text.module.css'
import type { View } from './hooks/use-text-view'

interface ReadingPlaceProps {
  view: View
  book: Schemas['Book']
  incognito: boolean
  neighbors: ReturnType<typeof useAdjacentBooks>
  /** Whether each section of the text is a continuous strip. */
  isStrip: boolean
  stage: React.RefObject<HTMLDivElement | null>
}

/** The text, and the cards at its ends or for sections that are missing. */
export function TextStage(props: ReadingPlaceProps) {
  const { view, book, incognito, neighbors, isStrip, stage } = props
  const { place, edge, failure } = view
  const { adjacent } = neighbors
  return (
    <>
      <div ref={stage} className={text.stage} hidden={edge !== null} />
      {isStrip && place && !edge && <SectionLinks place={place} turn={view.turn} />}
      <LinkTargets view={view} />
      {!place && failure === undefined && <OpeningBook id={book.id} />}
      {failure !== undefined && <ErrorState error={failure} />}
      {edge && <EndCard at={edge} book={book} adjacent={adjacent} incognito={incognito} />}
    </>
  )
}

/** Targets of links in the book: a note, or the confirmation dialog for a website. */
const LinkTargets = ({ view }: { view: View }) => (
  <>
    {view.note && <NotePanel open={view.note} onClose={view.closeNote} onFollow={view.goToHref} />}
    {view.website !== null && <LeaveBook address={view.website} onClose={view.closeWebsite} />}
  </>
)
