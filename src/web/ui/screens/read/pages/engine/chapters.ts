/** The named places of a book of pages, such as chapters, as its file tells them. */

export interface Chapter {
  readonly name: string
  /** The page on which it begins. */
  readonly page: number
}

interface NamedPage {
  readonly pageNumber: number
  readonly bookmark: string | null
}

export function findChapters(pages: readonly NamedPage[]): Chapter[] {
  return pages.flatMap(({ pageNumber, bookmark }) =>
    bookmark ? [{ name: bookmark, page: pageNumber }] : [],
  )
}

/** The chapter to which a page belongs; none before the first. */
export const findChapter = (chapters: readonly Chapter[], page: number) =>
  chapters.findLast((chapter) => chapter.page <= page)
