import { type AnyElysia, Elysia } from 'elysia'
import { guard } from '../../accounts/permissions/guard'
import { NoContent } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { ByIdParams } from '../../platform/http/shapes'
import { sendContent } from '../../platform/http/responses/content'
import { created, noContent } from '../../platform/http/responses/statuses'
import { exportList } from './export-list'
import { importList } from './import-list'
import {
  chooseBookForEntry,
  deleteMissingEntry,
  listMissingEntries,
  rematchMissingEntries,
} from './missing-entries'
import {
  ChosenBookBody,
  ExportQuery,
  ImportForm,
  ImportView,
  LookAgainView,
  MissingEntriesView,
  MissingEntryParams,
  ReviewForm,
  ReviewView,
} from './model'
import { preserveChoices } from './match/preserve-choices'
import { reviewImport } from './review-import'

export const cblRoutes = (ctx: Context) => (app: AnyElysia) => {
  preserveChoices()
  return app
    .use(importRoutes(ctx))
    .use(exportRoutes(ctx))
    .use(missingRoutes(ctx))
    .use(missingEntryRoutes(ctx))
}

const importRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/readlists/import', tags: ['Reading lists'] })
    .use(guard(ctx))
    .post('/review', ({ viewer, body }) => reviewImport(ctx, viewer, body.file), {
      can: ['readlists:write', 'books:read'],
      body: ReviewForm,
      response: ReviewView,
      detail: {
        summary: 'Review the import of a reading list',
        description:
          'Accepts a CBL file of at most 5 MB and 10,000 entries, and finds candidates for each entry among the books that you can see. Nothing is created.',
      },
    })
    .post('', ({ viewer, body, set }) => created(set, importList(ctx, viewer, body)), {
      can: ['readlists:write', 'books:read'],
      body: ImportForm,
      response: { 201: ImportView },
      detail: {
        summary: 'Import a reading list',
        description:
          'Creates a reading list, or replaces the entries of one of your own. Entries whose book was not found are kept as missing entries unless they are skipped. Books that you chose yourself are used again in later imports.',
      },
    })

const exportRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Reading lists'] })
    .use(guard(ctx))
    .get(
      '/readlists/:id/cbl',
      async ({ viewer, params, query, request }) =>
        sendContent(request, await exportList(ctx, viewer, { id: params.id, ...query })),
      {
        can: ['readlists:read', 'books:read'],
        params: ByIdParams,
        query: ExportQuery,
        detail: {
          summary: 'Export a reading list as CBL',
          description:
            'Contains the books that you can see, in list order. The owner also gets the missing entries.',
          responses: { 200: { description: 'A CBL file', content: { 'application/xml': {} } } },
        },
      },
    )

const missingRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/readlists/:id/missing', tags: ['Reading lists'] })
    .use(guard(ctx))
    .get('', ({ viewer, params }) => listMissingEntries(ctx, viewer, params.id), {
      can: 'readlists:read',
      params: ByIdParams,
      response: MissingEntriesView,
      detail: {
        summary: 'List the missing entries in a reading list',
        description:
          'Lists entries of an imported list whose book is not in the library. Only the owner can see them.',
      },
    })
    .post('/match', ({ viewer, params }) => rematchMissingEntries(ctx, viewer, params.id), {
      can: ['readlists:write', 'books:read'],
      params: ByIdParams,
      response: LookAgainView,
      detail: {
        summary: 'Search again for the books of missing entries',
        description: 'Exact matches are added at the positions of their entries.',
      },
    })

const missingEntryRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/readlists/:id/missing', tags: ['Reading lists'] })
    .use(guard(ctx))
    .put(
      '/:entryId/book',
      ({ viewer, params, body, set }) =>
        noContent(set, chooseBookForEntry(ctx, viewer, { ...params, ...body })),
      {
        can: ['readlists:write', 'books:read'],
        params: MissingEntryParams,
        body: ChosenBookBody,
        response: NoContent,
        detail: {
          summary: 'Choose the book for a missing entry',
          description:
            'Adds the book at the position of the entry. Later imports use the same book.',
        },
      },
    )
    .delete(
      '/:entryId',
      ({ viewer, params, set }) => noContent(set, deleteMissingEntry(ctx, viewer, params)),
      {
        can: 'readlists:write',
        params: MissingEntryParams,
        response: NoContent,
        detail: { summary: 'Remove a missing entry from a reading list' },
      },
    )
