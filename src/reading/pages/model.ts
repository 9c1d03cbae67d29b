/** Pages in the API: list and request parameters. */
import { pageSides } from '../../media/contents/contents'
import {
  anyText,
  boolean,
  id,
  integerText,
  list,
  long,
  nullable,
  oneOf,
  optional,
  named,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'

export const PageView = named('BookPage', {
  id: id('Stable for each book and page number'),
  bookId: id(),
  pageNumber: long({ description: 'Starts at 1' }),
  fileName: anyText(),
  fileFormat: anyText({ description: 'jpeg, png, webp …' }),
  fileSize: long({ description: 'In bytes; 0 if the page is rendered (PDF)' }),
  width: nullable(long()),
  height: nullable(long()),
  types: list(anyText(), { description: 'From ComicInfo.xml: FrontCover, Story, Advertisement …' }),
  isDoublePage: boolean({ description: 'The image contains two facing pages' }),
  bookmark: nullable(anyText({ description: 'Title of the chapter that starts here' })),
  side: nullable(oneOf(pageSides)),
})
export type PageView = Static<typeof PageView>

export const PageParams = shape({
  id: id(),
  number: integerText({ minimum: 1, maximum: 1_000_000 }),
})

const pixels = (description: string) =>
  optional(integerText({ minimum: 0, maximum: 100_000, description }))

export const PageQuery = shape({
  width: pixels('Largest width in pixels'),
  height: pixels('Largest height in pixels'),
  fit: optional(
    oneOf(['inside', 'outside'], {
      description: 'Whether the page fits into width and height, or covers them',
    }),
  ),
  format: optional(
    oneOf(['original', 'jpeg', 'webp', 'avif'], { description: 'Format of the picture' }),
  ),
  quality: optional(
    integerText({ minimum: 1, maximum: 100, description: 'Quality of the encoding' }),
  ),
})
export type PageQuery = Static<typeof PageQuery>

export const ResourceParams = shape({ id: id(), '*': text(8000) })
