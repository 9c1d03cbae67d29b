/** Reads the audit log, in pages or as a whole. */
import type { Context } from '../../context'
import { type Found, type Paging, parsePaging } from '../../platform/http/pagination'
import type { AuditEntry, AuditExportQuery, AuditQuery, AuditTarget } from './model'
import { type AuditFilter, findAuditEntries, findNextAuditEntries } from './queries'

const exportSlice = 1000

const toFilter = ({ action, userId, search, since, until }: AuditQuery): AuditFilter => ({
  actions: action && [action],
  userId,
  search: search?.trim(),
  since: since === undefined ? undefined : new Date(since),
  until: until === undefined ? undefined : new Date(until),
})

export const listAuditEntries = (ctx: Context, query: AuditQuery): Promise<Found<AuditEntry>> =>
  findAuditEntries(ctx.heavy, toFilter(query), parsePaging(query))

/**
 * Lists successful and failed sign-ins, newest first. If `userId` is given, lists only that user's
 * sign-ins.
 */
export const listSignIns = (
  ctx: Context,
  { userId }: { userId?: string },
  paging: Paging,
): Promise<Found<AuditEntry>> =>
  findAuditEntries(ctx.heavy, { actions: ['sign_in', 'sign_in_failed'], userId }, paging)

/** Lists entries about books and series that users deleted or purged, newest first. */
export const listDeletions = (ctx: Context, paging: Paging): Promise<Found<AuditEntry>> =>
  findAuditEntries(
    ctx.heavy,
    { actions: ['delete_book', 'delete_series', 'purge'], targetKinds: ['book', 'series'] },
    paging,
  )

/** Lists the latest entries about one target, such as a book, newest first. */
export const listEntriesAbout = (
  ctx: Context,
  { kind, id }: { kind: AuditTarget; id: string },
  limit: number,
): Promise<AuditEntry[]> =>
  findNextAuditEntries(ctx.heavy, { targetKinds: [kind], targetId: id }, undefined, limit)

interface AuditFile {
  type: string
  name: string
  body: ReadableStream<Uint8Array>
}

/** Streamed from the database, because the log may be large. */
export function exportAuditEntries(ctx: Context, query: AuditExportQuery): AuditFile {
  const isCsv = query.format !== 'json'
  const parts = isCsv ? writeCsv(ctx, toFilter(query)) : writeJson(ctx, toFilter(query))
  const day = ctx.clock.now().toISOString().slice(0, 10)
  return {
    type: isCsv ? 'text/csv; charset=utf-8' : 'application/json',
    name: `quire-audit-log-${day}.${isCsv ? 'csv' : 'json'}`,
    body: toStream(parts),
  }
}

function toStream(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await parts.return(undefined)),
  })
}

async function* readSlices(ctx: Context, filter: AuditFilter) {
  for (let last: AuditEntry | undefined; ;) {
    const slice = await findNextAuditEntries(ctx.heavy, filter, last, exportSlice)
    if (slice.length > 0) yield slice
    if (slice.length < exportSlice) return
    last = slice.at(-1)
  }
}

async function* writeJson(ctx: Context, filter: AuditFilter) {
  yield '['
  let isFirst = true
  for await (const slice of readSlices(ctx, filter)) {
    yield (isFirst ? '\n' : ',\n') + slice.map((entry) => JSON.stringify(entry)).join(',\n')
    isFirst = false
  }
  yield '\n]\n'
}

const csvColumns = [
  'at',
  'action',
  'username',
  'proof',
  'address',
  'targetKind',
  'targetName',
  'changes',
  'count',
  'userId',
  'targetId',
  'id',
] as const

async function* writeCsv(ctx: Context, filter: AuditFilter) {
  yield `${csvColumns.join(',')}\r\n`
  for await (const slice of readSlices(ctx, filter)) yield slice.map(formatCsvRow).join('')
}

const formatCsvRow = (entry: AuditEntry) =>
  `${csvColumns.map((name) => formatCell(entry[name])).join(',')}\r\n`

function formatCell(value: AuditEntry[keyof AuditEntry]): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // Escapes text that spreadsheets would execute as a formula.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
