/** The version of a list that a change is based on (`If-Match`). */
import type { Context } from '../../context'
import { requireMatchOfJson } from '../../platform/http/responses/etag'
import type { Viewer } from '../../accounts/permissions/model'
import type { RoutedList } from './entries/items'
import type { ListVersion } from './list-rights'
import { getList } from './service'

/**
 * Refuses a request whose If-Match header does not match the current list. Returns the version,
 * which the transaction checks again.
 */
export async function requireBaseVersion(
  ctx: Context,
  viewer: Viewer,
  { kind, buildView }: Pick<RoutedList, 'kind' | 'buildView'>,
  { id, request }: { id: string; request: Request },
): Promise<ListVersion> {
  if (!request.headers.has('if-match')) return {}
  const list = await getList(ctx, viewer, kind, id)
  requireMatchOfJson(request, await buildView(ctx, viewer, list))
  return { unchangedSince: list.storedUpdatedAt }
}
