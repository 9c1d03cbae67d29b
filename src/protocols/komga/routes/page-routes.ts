import { Elysia } from 'elysia'
import type { Context } from '../../../context'
import { notFound } from '../../../errors'
import { sendContent } from '../../../platform/http/responses/content'
import type { PageView } from '../../../reading/pages/model'
import { getPage, getPageThumbnail, listPages } from '../../../reading/pages/service'
import { handle, type KomgaCall, options } from '../access/komga-call'
import { formatSize } from '../dto/formats'
import { komgaMessages } from '../messages'

export const komgaPageRoutes = (ctx: Context) =>
  new Elysia()
    .get(
      '/api/v1/books/:id/pages',
      handle(ctx, 'pages:read', async ({ viewer }, { id = '' }) => {
        const pages = await listPages(ctx, viewer, id)
        return pages.map(buildPageDto)
      }),
      options,
    )
    .get('/api/v1/books/:id/pages/:number', handle(ctx, 'pages:read', sendPage), options)
    .get('/api/v1/books/:id/pages/:number/raw', handle(ctx, 'pages:read', sendPage), options)
    .get(
      '/api/v1/books/:id/pages/:number/thumbnail',
      handle(ctx, 'pages:read', ({ viewer, request, query }, { id = '', number = '' }) =>
        sendContent(request, getPageThumbnail(ctx, viewer, id, readNumber(number, query))),
      ),
      options,
    )

function sendPage({ ctx, viewer, request, query }: KomgaCall, params: Record<string, string>) {
  const { id = '', number = '' } = params
  const convert = query.get('convert')
  const format = convert === null ? undefined : convert === 'png' ? 'png' : 'jpeg'
  const page = getPage(ctx, viewer, id, {
    number: readNumber(number, query),
    query: { ...(format && { format }) },
  })
  return sendContent(request, page)
}

/** Reads the page number of a request, which starts at 0 or 1. The result always starts at 1. */
function readNumber(text: string, query: URLSearchParams): number {
  const first = query.get('zero_based') === 'true' ? 0 : 1
  const number = /^\d{1,6}$/.test(text) ? Number(text) : -1
  if (number < first) throw notFound(komgaMessages.not_found())
  return number - first + 1
}

const buildPageDto = ({ pageNumber, fileName, fileFormat, fileSize, width, height }: PageView) => ({
  number: pageNumber,
  fileName,
  // For an unknown type of file, `fileFormat` is the full media type.
  mediaType: fileFormat.includes('/') ? fileFormat : `image/${fileFormat}`,
  width,
  height,
  sizeBytes: fileSize > 0 ? fileSize : null,
  size: fileSize > 0 ? formatSize(fileSize) : '',
})
