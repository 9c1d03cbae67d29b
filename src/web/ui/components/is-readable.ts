import type { Schemas } from '../api/client'

type Book = Pick<Schemas['Book'], 'pageCount' | 'finding' | 'fileFormat'>

/** False for a file with a problem and no pages: the reader would be empty. */
export const isReadable = ({ pageCount, finding, fileFormat }: Book): boolean =>
  pageCount > 0 || finding === null || fileFormat === 'epub'
