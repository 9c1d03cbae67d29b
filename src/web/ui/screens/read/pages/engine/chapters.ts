/** Named sections of a paged book, from its file. */

export interface Chapter {
  readonly name: string
  /** First page. */
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

/** Returns the chapter that contains a page, or undefined before the first chapter. */
export const findPageChapter = (chapters: readonly Chapter[], page: number) =>
  chapters.findLast((chapter) => chapter.page <= page)
