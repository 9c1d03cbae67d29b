/** Applies the page entries of a ComicInfo file to the pages of the book. */
import type { BookContents, Page } from '../contents/contents'
import type { FileMetadata, PageNote } from '../contents/file-metadata'

/** The cover is the page that is called so; the notes move from the description to the pages. */
export function applyPageNotes(contents: BookContents, metadata: FileMetadata) {
  contents.pages = addNotes(contents.pages, metadata.pageNotes)
  contents.metadata = { ...metadata, pageNotes: [] }
  const front = contents.pages.findIndex(({ types }) => types?.includes('FrontCover'))
  if (front >= 0) contents.cover = front
}

/** A note is of the page with that number in reading order, from 0; others are of no page. */
function addNotes<Noted extends Page>(
  pages: readonly Noted[],
  notes: readonly PageNote[],
): Noted[] {
  const noteOf = new Map(notes.map((note) => [note.image, note]))
  return pages.map((page, place) => {
    const note = noteOf.get(place)
    if (!note) return page
    return {
      ...page,
      ...(note.types.length > 0 && { types: note.types }),
      ...(note.doublePage && { doublePage: true }),
      ...(note.bookmark !== null && { bookmark: note.bookmark }),
    }
  })
}
