/** Streams scans: each message is a scan that has started, advanced or ended. */
import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { listRecentScans } from '../../ingest/scanning/service'
import { openChangeStream } from './change-stream'
import { liveLogMessages, liveMessages } from './messages'

export const streamScans = (ctx: Context, viewer: Viewer, request: Request): Response =>
  openChangeStream(ctx, viewer, request, {
    permission: 'libraries:write',
    kind: 'scans',
    tooMany: liveMessages.too_many_scan_streams(),
    failed: liveLogMessages.scans_failed(),
    list: (current, wanted) => listRecentScans(ctx, current, wanted),
    isActive: ({ status }) => status === 'pending' || status === 'running',
    describe: (scan) => JSON.stringify(scan),
    buildEvent: (scan) => ({ type: 'scan_updated', scan }),
  })
