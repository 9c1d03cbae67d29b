/**
 * Streams scans as server-sent events: each message is a scan that has started, advanced or ended.
 * Other processes run the scans, so the database is asked, and only while a client listens.
 */
import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import type { ScanView } from '../../ingest/scanning/model'
import { getScan, listActiveScans } from '../../ingest/scanning/service'
import { repeat } from '../../platform/lib/clock'
import type { ClientConnection } from './client-connection'
import { openGuardedStream } from './guarded-streams'
import { liveLogMessages, liveMessages } from './messages'
import { encodeFrame, retryFrame } from './sse-frames'

const intervalMs = 1_000
const maxStreams = 20

export const streamScans = (ctx: Context, viewer: Viewer, request: Request): Response =>
  openGuardedStream(ctx, viewer, request, {
    permission: 'libraries:write',
    kind: 'scans',
    maxStreams,
    tooMany: liveMessages.too_many_scan_streams(),
    start: (stream) => sendScans(ctx, stream),
  })

type KnownScans = Map<string, { scan: ScanView; text: string }>

function sendScans(ctx: Context, stream: ClientConnection) {
  stream.send(retryFrame)
  let known: KnownScans = new Map()
  const update = async () => {
    try {
      const active = await listActiveScans(ctx, stream.viewer)
      const ids = new Set(active.map(({ id }) => id))
      const gone = [...known.values()].flatMap(({ scan }) => (ids.has(scan.id) ? [] : scan))
      const ended = await Promise.all(gone.map((scan) => findScan(ctx, stream.viewer, scan)))
      const next: KnownScans = new Map()
      for (const scan of [...active, ...ended.flatMap((one) => one ?? [])]) {
        const text = JSON.stringify({ type: 'scan_updated', scan })
        if (ids.has(scan.id)) next.set(scan.id, { scan, text })
        if (known.get(scan.id)?.text !== text) stream.send(encodeFrame(text))
      }
      known = next
    } catch (error) {
      ctx.log.warn({ err: error }, liveLogMessages.scans_failed())
    }
  }
  void update()
  return repeat(ctx.clock, intervalMs, update)
}

/** Returns undefined if the library was deleted or hidden in the meantime. */
async function findScan(ctx: Context, viewer: Viewer, { id: scanId, libraryId: id }: ScanView) {
  try {
    return await getScan(ctx, viewer, { id, scanId })
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
