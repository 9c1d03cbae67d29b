/**
 * Routes that add, change, scan and analyze libraries, move them to the trash, and recreate
 * thumbnails.
 */
import { type AnyElysia, Elysia } from 'elysia'
import { recreateLibraryThumbnails } from '../../../artwork/thumbnails/recreate/recreate'
import {
  createLibrary,
  editLibrary,
  getLibrary,
  listLibraries,
  trashLibrary,
} from '../../../catalog/libraries/service'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { analyzeLibrary } from '../../../ingest/scanning/reanalyze/reanalyze'
import { startScan } from '../../../ingest/scanning/service'
import { readKomgaBody } from '../access/body'
import { handle, type KomgaCall, options } from '../access/komga-call'
import { acceptedResponse } from '../responses'
import { buildLibraryDto } from '../dto/library-dto'
import {
  LibraryCreation,
  LibraryUpdate,
  translateLibraryCreation,
  translateLibraryUpdate,
} from './library-update'

export const komgaLibraryAdminRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(settings(ctx)).use(scans(ctx))

const settings = (ctx: Context) =>
  new Elysia()
    .post(
      '/api/v1/libraries',
      handle(ctx, 'libraries:write', async ({ viewer, request }) => {
        const wanted = translateLibraryCreation(await readKomgaBody(request, LibraryCreation))
        return buildLibraryDto(await createLibrary(ctx, viewer, wanted))
      }),
      options,
    )
    .patch('/api/v1/libraries/:id', handle(ctx, 'libraries:write', updateLibrary), options)
    .put('/api/v1/libraries/:id', handle(ctx, 'libraries:write', updateLibrary), options)
    .delete(
      '/api/v1/libraries/:id',
      handle(ctx, 'libraries:delete', async ({ viewer }, { id = '' }) => {
        await trashLibrary(ctx, viewer, { id })
        return undefined
      }),
      options,
    )

async function updateLibrary(
  { ctx, viewer, request }: KomgaCall,
  { id = '' }: Record<string, string>,
) {
  const update = await readKomgaBody(request, LibraryUpdate)
  const present = await getLibrary(ctx, viewer, id)
  await editLibrary(ctx, viewer, { id, patch: translateLibraryUpdate(update, present) })
  return undefined
}

const scans = (ctx: Context) =>
  new Elysia()
    .post(
      '/api/v1/libraries/:id/scan',
      handle(ctx, 'libraries:write', async ({ viewer, query }, { id = '' }) => {
        const mode = query.get('deep') === 'true' ? 'deep' : 'normal'
        const { isActive } = await getLibrary(ctx, viewer, id)
        await startUnlessRunning(isActive, () => startScan(ctx, viewer, id, mode))
        return acceptedResponse()
      }),
      options,
    )
    .post('/api/v1/libraries/:id/analyze', handle(ctx, 'libraries:write', readAgain), options)
    .post(
      '/api/v1/libraries/:id/metadata/refresh',
      handle(ctx, 'libraries:write', readAgain),
      options,
    )
    .put('/api/v1/books/thumbnails', handle(ctx, 'libraries:write', recreateThumbnails), options)

/** Reads the pages and metadata of all files again. */
async function readAgain({ ctx, viewer }: KomgaCall, { id = '' }: Record<string, string>) {
  await analyzeLibrary(ctx, viewer, id)
  return acceptedResponse()
}

/** Recreates the thumbnails of all libraries that the viewer can see. */
async function recreateThumbnails({ ctx, viewer }: KomgaCall) {
  for (const { id } of await listLibraries(ctx, viewer, false)) {
    await recreateLibraryThumbnails(ctx, viewer, id)
  }
  return acceptedResponse()
}

/**
 * Starts a scan unless one is running. Komga would queue another one. Throws for a disabled
 * library.
 */
async function startUnlessRunning(isActive: boolean, start: () => Promise<unknown>) {
  try {
    await start()
  } catch (error) {
    if (!isActive || !(error instanceof Refusal) || error.reason !== 'conflict') throw error
  }
}
