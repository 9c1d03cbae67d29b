/** Sends OPDS downloads under their file name on disk. */
import type { Viewer } from '../../accounts/permissions/model'
import { getFile } from '../../catalog/books/files/download'
import type { Context } from '../../context'
import { sendContent } from '../../platform/http/responses/content'

export async function downloadBook(
  ctx: Context,
  viewer: Viewer,
  id: string,
  request: Request,
): Promise<Response> {
  const response = await sendContent(request, getFile(ctx, viewer, id))
  const disposition = response.headers.get('content-disposition')
  if (disposition) response.headers.set('content-disposition', useRawName(disposition))
  return response
}

/**
 * KOReader supports only `filename`, which it percent-decodes, so `filename` contains the full name
 * in UTF-8. Other clients prefer `filename*`, which is kept.
 */
function useRawName(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''(\S+)$/.exec(disposition) ?? []
  if (encoded === undefined) return disposition
  const name = decodeURIComponent(encoded)
    .replaceAll('"', '_')
    .replace(/%(?=[\da-f]{2})/gi, '%25')
  // In a header, each character is one byte.
  const bytes = Buffer.from(name, 'utf8').toString('latin1')
  return disposition.replace(/filename="[^"]*"/, () => `filename="${bytes}"`)
}
