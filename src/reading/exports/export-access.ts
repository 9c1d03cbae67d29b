/**
 * Decides whether the owner of an export may still see what its file contains. A file is not sent
 * if it was created before the owner's restrictions became stricter or a series was hidden from the
 * owner.
 */
import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { formatReach } from '../../accounts/permissions/permission-rules'
import type { Viewer } from '../../accounts/permissions/model'
import { seesEverything } from '../../catalog/libraries/library-visibility'
import type { Context } from '../../context'
import { listHiddenSeries } from './queries'

const rowsAtOnce = 1000

/**
 * Describes what a user can see: a hash of the user's limits and, for a limited user, the series
 * that are hidden, as a set with one bit for each row number.
 */
export async function describeAccess(ctx: Context, viewer: Viewer): Promise<string> {
  const limits = hashLimits(viewer)
  if (seesEverything(viewer)) return limits
  let hidden = new Uint8Array(1024)
  for await (const n of walkHiddenSeries(ctx, viewer)) {
    const place = n >>> 3
    if (place >= hidden.length) hidden = growTo(hidden, place + 1)
    hidden[place]! |= 1 << (n & 7)
  }
  return `${limits} ${deflateRawSync(hidden).toString('base64')}`
}

/**
 * Returns whether the user has the same limits as when `rights` was created, and whether all series
 * that the user could see then are still visible. Series that were added after `until` do not
 * count, because the file does not contain them.
 */
export async function hasSameAccess(
  ctx: Context,
  viewer: Viewer,
  { rights, until }: { rights: string; until: Date },
): Promise<boolean> {
  const [limits, packed] = rights.split(' ')
  if (limits !== hashLimits(viewer)) return false
  if (seesEverything(viewer)) return true
  const hidden = inflateRawSync(Buffer.from(packed ?? '', 'base64'))
  for await (const n of walkHiddenSeries(ctx, viewer, until)) {
    if (((hidden[n >>> 3] ?? 0) & (1 << (n & 7))) === 0) return false
  }
  return true
}

const hashLimits = (viewer: Viewer) =>
  createHash('sha256').update(formatReach(viewer)).digest('hex')

function growTo(bytes: Uint8Array<ArrayBuffer>, length: number) {
  const grown = new Uint8Array(Math.max(length, bytes.length * 2))
  grown.set(bytes)
  return grown
}

/** Reads the row numbers in slices, so that memory use does not depend on their number. */
async function* walkHiddenSeries({ heavy }: Context, viewer: Viewer, until?: Date) {
  let after = -1
  for (;;) {
    const slice = await listHiddenSeries(heavy, viewer, { after, until, limit: rowsAtOnce })
    yield* slice
    if (slice.length < rowsAtOnce) return
    after = slice.at(-1)!
  }
}
