import type { Context } from '../../context'
import type { Viewer } from '../../accounts/permissions/model'
import { getPage } from './service'

/** Large enough for any screen that shows a cover. */
const width = '1600'

/** A page as an image, for storing a copy. Throws if the viewer may not see it. */
export async function copyPage(ctx: Context, viewer: Viewer, bookId: string, number: number) {
  // A new request because the original's headers apply to something else.
  const request = new Request('http://localhost/')
  const query = { width, format: 'jpeg' } as const
  return (await getPage(ctx, viewer, bookId, { number, request, query })).blob()
}
