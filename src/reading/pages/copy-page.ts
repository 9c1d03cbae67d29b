import type { Context } from '../../context'
import type { Viewer } from '../../accounts/permissions/model'
import { getPage } from './service'

/** Large enough for any screen on which a cover is shown. */
const width = '1600'

/** Returns a page as an image, so that a copy can be stored. Throws if the viewer cannot see it. */
export async function copyPage(ctx: Context, viewer: Viewer, bookId: string, number: number) {
  // Uses a new request, because the headers of the original one do not apply to the image.
  const request = new Request('http://localhost/')
  const query = { width, format: 'jpeg' } as const
  return (await getPage(ctx, viewer, bookId, { number, request, query })).blob()
}
