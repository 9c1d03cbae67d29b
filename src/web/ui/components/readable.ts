import type { Schemas } from '../api/client'

type Book = Pick<Schemas['Book'], 'pageCount' | 'finding' | 'fileFormat'>

/** A file in which no page was found, and something wrong: to open it would lead to nothing. */
export const isReadable = ({ pageCount, finding, fileFormat }: Book): boolean =>
  pageCount > 0 || finding === null || fileFormat === 'epub'
