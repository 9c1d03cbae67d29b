import { Elysia } from 'elysia'
import { getLibrary, listLibraries } from '../../../catalog/libraries/service'
import type { Context } from '../../../context'
import { handle, options } from '../access/komga-call'
import { buildLibraryDto } from '../dto/library-dto'

export const komgaLibraryRoutes = (ctx: Context) =>
  new Elysia()
    .get(
      '/api/v1/libraries',
      handle(ctx, 'libraries:read', async ({ viewer }) =>
        (await listLibraries(ctx, viewer, false)).map(buildLibraryDto),
      ),
      options,
    )
    .get(
      '/api/v1/libraries/:id',
      handle(ctx, 'libraries:read', async ({ viewer }, { id = '' }) =>
        buildLibraryDto(await getLibrary(ctx, viewer, id)),
      ),
      options,
    )
