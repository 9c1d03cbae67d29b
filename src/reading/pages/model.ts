/** Pages in the API: list and request parameters. */
import { pageSides } from '../../media/contents/contents'
import { ImageVersionQuery } from '../../platform/http/responses/image-version'
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
  id: id('ID of the page; stable for each book and page number'),
  bookId: id(),
  pageNumber: long({ description: 'Page number, starting at 1' }),
  fileName: anyText(),
  fileFormat: anyText({ description: 'Format of the image, such as jpeg, png or webp' }),
  fileSize: long({ description: 'Size in bytes; 0 if the page is rendered (PDF)' }),
  width: nullable(long()),
  height: nullable(long()),
  types: list(anyText(), {
    description: 'Page types from ComicInfo.xml, such as FrontCover, Story or Advertisement',
  }),
  isDoublePage: boolean({ description: 'Whether the image contains two facing pages' }),
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
  width: pixels('Maximum width in pixels'),
  height: pixels('Maximum height in pixels'),
  fit: optional(
    oneOf(['inside', 'outside'], {
      description:
        '`inside`: the image fits within the given width and height; `outside`: the image covers them',
    }),
  ),
  format: optional(
    oneOf(['original', 'jpeg', 'webp', 'avif'], { description: 'Format of the image' }),
  ),
  quality: optional(
    integerText({
      minimum: 1,
      maximum: 100,
      description: 'Encoding quality of a resized or converted image',
    }),
  ),
  ...ImageVersionQuery,
})
export type PageQuery = Static<typeof PageQuery>

export const ResourceParams = shape({ id: id(), '*': text(8000) })
