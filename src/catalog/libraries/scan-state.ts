/** State of a library and its roots as found by the scanner. */
import type { NamingSettings } from '../../media/naming/settings'
import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/store'
import { libraries, libraryRoots } from './schema'
import type { Message } from '../../platform/messages/message'

export interface AccessState {
  state: 'available' | 'unavailable' | 'awaiting_confirmation'
  reason: Message | null
}

type MessageColumn = typeof libraries.stateReason | typeof libraryRoots.watchReason

const differs = (column: MessageColumn, message: Message | null) =>
  sql`${column} is distinct from ${sql.param(message, column)}`

/** Returns true if the state changed. */
export async function updateAccessState(
  tx: Tx,
  libraryId: string,
  { state, reason, now }: AccessState & { now: Date },
): Promise<boolean> {
  const since = sql.param(now, libraries.stateChangedAt)
  const stateChangedAt = sql`case when ${ne(libraries.state, state)} then ${since} else ${libraries.stateChangedAt} end`
  const changed = await tx
    .update(libraries)
    .set({ state, stateReason: reason, stateChangedAt })
    .where(
      and(
        eq(libraries.id, libraryId),
        or(ne(libraries.state, state), differs(libraries.stateReason, reason)),
      ),
    )
    .returning({ id: libraries.id })
  return changed.length > 0
}

export interface RootDevices {
  device: string
  mounts: Record<string, string>
}

/**
 * Stores the naming settings that were applied to the library. The caller must update the books.
 */
export async function updateAppliedNaming(tx: Tx, libraryId: string, naming: NamingSettings) {
  await tx.update(libraries).set(naming).where(eq(libraries.id, libraryId))
}

/** Stores the file systems of the root and of its mounts at the last complete scan. */
export async function updateRootDevices(tx: Tx, rootId: string, { device, mounts }: RootDevices) {
  await tx.update(libraryRoots).set({ device, mounts }).where(eq(libraryRoots.id, rootId))
}

/** Stores the signature after a complete scan, or null while it is unknown. */
export async function updateRootSignature(tx: Tx, rootId: string, signature: string | null) {
  await tx.update(libraryRoots).set({ signature }).where(eq(libraryRoots.id, rootId))
}

/** Watch mode of a root. `reason` explains to users why events are not used. */
export interface WatchState {
  mode: 'events' | 'polling' | 'off'
  reason: Message | null
}

/** Returns true if the watch mode or its reason changed. */
export async function updateWatchState(
  tx: Tx,
  rootId: string,
  { mode, reason }: WatchState,
): Promise<boolean> {
  const { watchMode, watchReason } = libraryRoots
  const isOther = or(sql`${watchMode} is distinct from ${mode}`, differs(watchReason, reason))
  const changed = await tx
    .update(libraryRoots)
    .set({ watchMode: mode, watchReason: reason })
    .where(and(eq(libraryRoots.id, rootId), isOther))
    .returning({ id: libraryRoots.id })
  return changed.length > 0
}

export interface Counts {
  seriesCount: number
  bookCount: number
}

export async function storeCounts(tx: Tx, libraryId: string, counts: Counts) {
  await tx.update(libraries).set(counts).where(eq(libraries.id, libraryId))
}

export async function updateLastScan(tx: Tx, libraryId: string, lastScannedAt: Date) {
  await tx.update(libraries).set({ lastScannedAt }).where(eq(libraries.id, libraryId))
}
