/**
 * Routes for administrators to inspect and clear the page cache. It contains pages of all formats,
 * not only of PDFs.
 */
import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../../accounts/permissions/guard'
import type { Context } from '../../../context'
import { getRenderQueue } from '../render-queue'
import {
  BookHandleParams,
  CleanedPages,
  ClearedPages,
  ClosedHandles,
  PdfCacheView,
  PdfHandlesView,
} from './page-cache-model'

const can = 'system:admin'

export const pageCacheRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(cacheRoutes(ctx)).use(handleRoutes(ctx))

const cacheRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/admin/pdf-cache', tags: ['Pages'] })
    .use(guard(ctx))

    .get('', async () => ({ pages: await describePages(ctx), handles: noHandles }), {
      can,
      response: PdfCacheView,
      detail: {
        summary: 'Get the size of the page cache',
        description:
          'The cache holds extracted, rendered and resized pages of all formats, and is one per server.',
      },
    })

    .post('/pages/cleanup', () => cleanPages(ctx), {
      can,
      response: CleanedPages,
      detail: {
        summary: 'Delete cached pages that are not used',
        description:
          'Deletes pages that have not been opened for 30 days. Responds after they have been deleted.',
      },
    })

    .delete('/pages', () => clearPages(ctx), {
      can,
      response: ClearedPages,
      detail: {
        summary: 'Clear the page cache',
        description: 'Pages are extracted and rendered again when they are requested.',
      },
    })

const handleRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/admin/pdf-cache', tags: ['Pages'] })
    .use(guard(ctx))

    .get('/handles', () => noHandles, {
      can,
      response: PdfHandlesView,
      detail: {
        summary: 'Get the open PDF files',
        description: 'There are none between requests.',
      },
    })

    .delete('/handles', () => ({ handlesClosed: 0 }), {
      can,
      response: ClosedHandles,
      detail: { summary: 'Close open PDF files', description: 'There are none between requests.' },
    })

    .delete('/handles/:bookId', () => ({ handlesClosed: 0 }), {
      can,
      params: BookHandleParams,
      response: ClosedHandles,
      detail: {
        summary: 'Close the PDF file of a book',
        description: 'None is open between requests.',
      },
    })

const noHandles = {
  enabled: false,
  capacity: 0,
  idleTtlSeconds: 0,
  currentSize: 0,
  hits: 0,
  misses: 0,
  opens: 0,
  evictions: 0,
  idleEvictions: 0,
  entries: [],
}

const dayMs = 86_400_000

async function describePages(ctx: Context) {
  const { files, bytes, owners, oldestMs, maxBytes } = await getRenderQueue(ctx).cache.measure()
  const nowMs = ctx.clock.now().getTime()
  // Avoids a negative age if the clock of a network drive is ahead.
  const ageMs = oldestMs === undefined ? undefined : Math.max(0, nowMs - oldestMs)
  return {
    totalFiles: files,
    totalSizeBytes: bytes,
    totalSizeHuman: formatBytes(bytes),
    maxSizeBytes: maxBytes,
    bookCount: owners,
    oldestFileAgeDays: ageMs === undefined ? null : Math.floor(ageMs / dayMs),
    cacheDir: 'cache/pages',
    cacheEnabled: true,
  }
}

const clearPages = async (ctx: Context) => describeCleared(await getRenderQueue(ctx).cache.clear())

const maxAgeDays = 30

async function cleanPages(ctx: Context) {
  const unusedSinceMs = ctx.clock.now().getTime() - maxAgeDays * dayMs
  const cleared = await getRenderQueue(ctx).cache.clear(unusedSinceMs)
  return { ...describeCleared(cleared), maxAgeDays }
}

const describeCleared = ({ files, bytes }: { files: number; bytes: number }) => ({
  filesDeleted: files,
  bytesReclaimed: bytes,
  bytesReclaimedHuman: formatBytes(bytes),
})

function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`
}
