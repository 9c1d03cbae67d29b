import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { supportsIfMatch } from '../../platform/http/openapi/documented-refusals'
import { createVersionTag, requireVersion } from '../../platform/http/responses/etag'
import { ByIdParams } from '../../platform/http/shapes'
import { noContent } from '../../platform/http/responses/statuses'
import { guard } from '../../accounts/permissions/guard'
import { browseFolders } from './folders/browse'
import { pickSettings } from './library-view'
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

export const libraryRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(readingRoutes(ctx)).use(changingRoutes(ctx)).use(trashRoutes(ctx))

function tag(set: { headers: Record<string, unknown> }, library: LibraryView) {
  set.headers['etag'] = createVersionTag(pickSettings(library), library)
  return library
}

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
          description: '`trashed=true` lists the libraries in the trash; requires libraries:write.',
        },
      },
    )

    .get(
      '/libraries/:id',
      async ({ viewer, params, set }) => tag(set, await getLibrary(ctx, viewer, params.id)),
      {
        can: 'libraries:read',
        params: ByIdParams,
        response: LibraryView,
        detail: {
          summary: 'Get a library',
          description:
            'Returns the library with its state and settings. When you edit, send the ETag back as `If-Match`: scans do not count as changes.',
        },
      },
    )

    .get('/filesystem/browse', ({ viewer, query }) => browseFolders(ctx, viewer, query), {
      can: 'libraries:write',
      query: BrowseQuery,
      response: BrowseView,
      detail: {
        summary: 'Browse folders on the server',
        description:
          'Returns at most 1,000 folders. `search` filters by name and ignores case and accents.',
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
          summary: 'Create a library',
          description:
            'Requires `path` or `paths`. The folders must exist and must not belong to another library. Folders of libraries that you cannot see cause the same error as system folders.',
        },
      },
    )

    .patch(
      '/libraries/:id',
      async ({ viewer, params: { id }, body, request, set }) => {
        const check = (library: LibraryView) => requireVersion(request, pickSettings(library))
        return tag(set, await editLibrary(ctx, viewer, { id, patch: body, check }))
      },
      {
        can: 'libraries:write',
        params: ByIdParams,
        body: LibraryPatch,
        response: LibraryView,
        detail: {
          [supportsIfMatch]: true,
          summary: 'Update a library',
          description:
            'Omitted fields keep their value. Books are kept if a folder is replaced with another one.',
        },
      },
    )

const trashRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Libraries'] })
    .use(guard(ctx))

    .delete(
      '/libraries/:id',
      async ({ viewer, params: { id }, request, set }) => {
        const check = (library: LibraryView) => requireVersion(request, pickSettings(library))
        await noContent(set, trashLibrary(ctx, viewer, { id, check }))
      },
      {
        can: 'libraries:delete',
        params: ByIdParams,
        detail: {
          [supportsIfMatch]: true,
          summary: 'Move a library to the trash',
          description: 'The library can be restored with all books and reading progress.',
          responses: { 204: { description: 'Moved to the trash' } },
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
          description: 'Restores its settings, books and reading progress.',
        },
      },
    )
