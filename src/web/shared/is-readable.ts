interface Book {
  pageCount: number
  finding: string | null
}

/** Findings that make a book's pages inaccessible, even if the file lists them. */
export const lockedFindings: ReadonlySet<string> = new Set(['encrypted', 'drm'])

/**
 * Returns false if the pages are inaccessible, or if a file with a problem has no pages, because
 * the reader would be empty.
 */
export const isReadable = ({ pageCount, finding }: Book): boolean =>
  finding === null || (pageCount > 0 && !lockedFindings.has(finding))
