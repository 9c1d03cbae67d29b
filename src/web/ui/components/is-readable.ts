import type { Schemas } from '../api/client'

type Book = Pick<Schemas['Book'], 'pageCount' | 'finding'>

/** Findings that lock the pages of a book, even if the file lists them. */
const locked = new Set(['encrypted', 'drm'])

/** False for a file with a problem and no pages: the reader would be empty. */
export const isReadable = ({ pageCount, finding }: Book): boolean =>
  finding === null || (pageCount > 0 && !locked.has(finding))
