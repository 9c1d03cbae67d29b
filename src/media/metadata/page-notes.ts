/** Applies ComicInfo page entries to the book's pages. */
import type { BookContents, Page } from '../contents/contents'
import type { FileMetadata, PageNote } from '../contents/file-metadata'

/** Sets the cover to the page that is marked as the cover, and moves page entries to the pages. */
export function applyPageNotes(contents: BookContents, metadata: FileMetadata) {
  contents.pages = addNotes(contents.pages, metadata.pageNotes)
  contents.metadata = { ...metadata, pageNotes: [] }
  const front = contents.pages.findIndex(({ types }) => types?.includes('FrontCover'))
  if (front >= 0) contents.cover = front
}

/**
 * Entries refer to pages by their 0-based index in reading order. Entries that do not match a page
 * are ignored.
 */
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
