import type { Context } from '../../context'
import type { Viewer } from '../../accounts/permissions/model'
import { getPage } from './service'

/** Enough for every screen that shows a cover. */
const width = '1600'

/** A page as a picture of its own, for who keeps a copy; refuses what the viewer may not see. */
export async function copyPage(ctx: Context, viewer: Viewer, bookId: string, number: number) {
  // A bare request: the conditions of the one that asked are about something else.
  const request = new Request('http://localhost/')
  const query = { width, format: 'jpeg' } as const
  return (await getPage(ctx, viewer, bookId, { number, request, query })).blob()
}
