import type { Context } from '../../context'
import type { Db } from '../../platform/db/store'
import type { Viewer } from '../../accounts/permissions/model'
import type { LibraryView, RootWatchView } from './model'
import { countVisible, type LibraryRow, listRoots, type RootRow } from './queries'
import { type Message, withText } from '../../platform/messages/message'
import { watchMessages } from './messages'

type Reads = Pick<Context, 'config'> & { db: Db }

export const canChangeLibraries = (viewer: Viewer) => viewer.permissions.has('libraries:write')

export async function buildLibraryView(
  ctx: Reads,
  viewer: Viewer,
  row: LibraryRow,
): Promise<LibraryView> {
  const [view] = await buildLibraryViews(ctx, viewer, [row])
  return view!
}

/** Builds library views. For viewers who see everything in a library, uses stored counts. */
export async function buildLibraryViews(
  ctx: Reads,
  viewer: Viewer,
  rows: readonly LibraryRow[],
): Promise<LibraryView[]> {
  const roots = canChangeLibraries(viewer)
    ? await listRoots(
        ctx.db,
        rows.map(({ id }) => id),
      )
    : undefined
  const rootsOf = roots && Map.groupBy(roots, ({ libraryId }) => libraryId)
  const counts = viewer.restrictions && (await countVisible(ctx.db, viewer))
  return rows.map((row) => {
    const seen = counts ? (counts.get(row.id) ?? { seriesCount: 0, bookCount: 0 }) : {}
    return showIfAllowed(ctx, { ...row, ...seen }, rootsOf ? (rootsOf.get(row.id) ?? []) : null)
  })
}

/** Returns why the settings prevent watching, or undefined if they do not. */
export function explainUnwatched({
  watch,
  isActive,
  scanningEnabled,
}: Pick<LibraryRow, 'watch' | 'isActive' | 'scanningEnabled'>): Message | undefined {
  if (!isActive) return watchMessages.library_disabled()
  if (watch === 'off') return watchMessages.watching_disabled()
  return scanningEnabled ? undefined : watchMessages.scans_disabled()
}

function buildWatchViews(
  ctx: Reads,
  row: LibraryRow,
  { path: root, watchMode, watchReason }: RootRow,
): RootWatchView {
  const unwatched = explainUnwatched(row) ?? (watchMode ? undefined : watchMessages.not_started())
  const mode = unwatched ? 'off' : (watchMode ?? 'off')
  const everyMinutes = mode === 'polling' ? ctx.config.scan.poll_minutes : null
  const reason = unwatched ?? watchReason
  return { root, mode, reason: reason && withText(reason), everyMinutes }
}

function showIfAllowed(ctx: Reads, row: LibraryRow, roots: readonly RootRow[] | null): LibraryView {
  const {
    nameKey: _,
    stateChangedAt: __,
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
    stateReason: rest.stateReason && withText(rest.stateReason),
    path: roots?.[0]?.path ?? null,
    paths: roots?.map(({ path }) => path) ?? null,
    watching: roots?.map((root) => buildWatchViews(ctx, row, root)) ?? null,
    scanningConfig: { enabled: scanningEnabled, ...schedule, purgeDeletedOnScan: false },
  }
}

/** Returns only the members that users edit. */
export function pickSettings(view: LibraryView) {
  const { state: _state, stateReason: _reason, watching: _watching, updatedAt: _at, ...rest } = view
  const { bookCount: _books, seriesCount: _series, lastScannedAt: _scanned, ...settings } = rest
  return settings
}
