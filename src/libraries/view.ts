/** How a library looks to a viewer. */
import type { Context } from '../context'
import type { Viewer } from '../users/model'
import type { LibraryView } from './model'
import { type LibraryRow, listRootsOf } from './queries'

export const mayChange = (viewer: Viewer) => viewer.permissions.has('libraries:write')

export async function viewOf(ctx: Context, viewer: Viewer, row: LibraryRow): Promise<LibraryView> {
  const [view] = await viewsOf(ctx, viewer, [row])
  return view!
}

/** Who sees a library sees all of it: its own counters are the viewer's. */
export async function viewsOf(
  ctx: Context,
  viewer: Viewer,
  rows: readonly LibraryRow[],
): Promise<LibraryView[]> {
  const roots = mayChange(viewer)
    ? await listRootsOf(
        ctx.db,
        rows.map(({ id }) => id),
      )
    : undefined
  const rootsOf = roots && Map.groupBy(roots, ({ libraryId }) => libraryId)
  return rows.map((row) => {
    const paths = rootsOf && (rootsOf.get(row.id) ?? []).map(({ path }) => path)
    return shown(row, paths ?? null)
  })
}

function shown(row: LibraryRow, paths: string[] | null): LibraryView {
  const {
    nameKey: _,
    scanningEnabled,
    cronSchedule,
    cronTimezone,
    scanMode,
    scanOnStart,
    ...rest
  } = row
  const schedule = { cronSchedule, cronTimezone, scanMode, scanOnStart }
  return {
    ...rest,
    path: paths?.[0] ?? null,
    paths,
    scanningConfig: { enabled: scanningEnabled, ...schedule, purgeDeletedOnScan: false },
  }
}
