import { Elysia } from 'elysia'
import type { Context } from '../../context'
import { ByIdParams } from '../../platform/http/shapes'
import { guard } from '../../accounts/permissions/guard'
import { browseFolders } from './folders/browse'
import {
  BrowseQuery,
  BrowseView,
  Libraries,
  LibrariesQuery,
  LibraryPatch,
  LibraryView,
  NewLibrary,
} from './model'
import {
  createLibrary,
  editLibrary,
  getLibrary,
  listLibraries,
  restoreLibrary,
  trashLibrary,
} from './service'

export const libraryRoutes = (ctx: Context) =>
  new Elysia().use(readingRoutes(ctx)).use(changingRoutes(ctx)).use(trashRoutes(ctx))

const readingRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Libraries'] })
    .use(guard(ctx))

    .get(
      '/libraries',
      ({ viewer, query }) => listLibraries(ctx, viewer, query.trashed === 'true'),
      {
        can: 'libraries:read',
        query: LibrariesQuery,
        response: Libraries,
        detail: {
          summary: 'List libraries',
          description: 'With `trashed=true` those in the trash, for whoever may change libraries.',
        },
      },
    )

    .get('/libraries/:id', ({ viewer, params }) => getLibrary(ctx, viewer, params.id), {
      can: 'libraries:read',
      params: ByIdParams,
      response: LibraryView,
      detail: { summary: 'Get a library', description: 'With its state and its settings.' },
    })

    .get('/filesystem/browse', ({ query }) => browseFolders(ctx, query), {
      can: 'libraries:write',
      query: BrowseQuery,
      response: BrowseView,
      detail: {
        summary: 'Look for a folder on the machine',
        description:
          'Folders only, at most 1000; with `search` those whose name holds this text, whatever its case and accents.',
      },
    })

const changingRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Libraries'] })
    .use(guard(ctx))

    .post(
      '/libraries',
      async ({ viewer, body, status }) => status(201, await createLibrary(ctx, viewer, body)),
      {
        can: 'libraries:write',
        body: NewLibrary,
        response: { 201: LibraryView },
        detail: {
          summary: 'Add a library',
          description:
            'Give `path` or `paths`. The folders must exist, and belong to no other library.',
        },
      },
    )

    .patch(
      '/libraries/:id',
      ({ viewer, params, body }) => editLibrary(ctx, viewer, params.id, body),
      {
        can: 'libraries:write',
        params: ByIdParams,
        body: LibraryPatch,
        response: LibraryView,
        detail: {
          summary: 'Change a library',
          description:
            'What is left out stays. A new folder in the place of another keeps the books of the old one.',
        },
      },
    )

const trashRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Libraries'] })
    .use(guard(ctx))

    .delete(
      '/libraries/:id',
      async ({ viewer, params, set }) => {
        await trashLibrary(ctx, viewer, params.id)
        set.status = 204
      },
      {
        can: 'libraries:delete',
        params: ByIdParams,
        detail: {
          summary: 'Put a library into the trash',
          description: 'Nothing is lost: it can be restored with all its books and their reading.',
          responses: { 204: { description: 'Done' } },
        },
      },
    )

    .post(
      '/libraries/:id/restore',
      ({ viewer, params }) => restoreLibrary(ctx, viewer, params.id),
      {
        can: 'libraries:delete',
        params: ByIdParams,
        response: LibraryView,
        detail: {
          summary: 'Restore a library from the trash',
          description: 'It comes back as it was.',
        },
      },
    )
