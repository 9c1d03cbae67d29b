import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { parsePaging, paged } from '../../platform/http/pagination'
import { ByIdParams, unknown } from '../../platform/http/shapes'
import { created, noContent } from '../../platform/http/responses/statuses'
import { guard } from '../../accounts/permissions/guard'
import {
  AllHighlightsQuery,
  HighlightCreation,
  HighlightParams,
  HighlightPatch,
  Highlights,
  HighlightsQuery,
  HighlightView,
} from './model'
import {
  addHighlight,
  buildMarkdown,
  listBookHighlights,
  listOwnHighlights,
  removeHighlight,
  updateHighlight,
} from './service'

const createRoutes = (ctx: Context) => new Elysia({ tags: ['Highlights'] }).use(guard(ctx))

export const highlightRoutes = (ctx: Context): AnyElysia =>
  createRoutes(ctx)
    .get(
      '/highlights',
      ({ viewer, query, request, set }) =>
        paged({ query, request, set }, listOwnHighlights(ctx, viewer, query)),
      {
        can: 'progress:read',
        query: AllHighlightsQuery,
        response: Highlights,
        detail: {
          summary: 'List your highlights',
          description: 'Lists highlights in all books, newest first.',
        },
      },
    )
    .get(
      '/books/:id/highlights',
      ({ viewer, params, query, request, set }) =>
        paged(
          { query, request, set },
          listBookHighlights(ctx, viewer, params.id, parsePaging(query)),
        ),
      {
        can: 'progress:read',
        params: ByIdParams,
        query: HighlightsQuery,
        response: Highlights,
        detail: {
          summary: 'List your highlights in a book',
          description: 'Highlights are listed by their position in the book.',
        },
      },
    )
    .use(documentRoutes(ctx))
    .use(changeRoutes(ctx))

const changeRoutes = (ctx: Context): AnyElysia =>
  createRoutes(ctx)
    .post(
      '/books/:id/highlights',
      ({ viewer, params, body, set }) => created(set, addHighlight(ctx, viewer, params.id, body)),
      {
        can: 'progress:write',
        params: ByIdParams,
        body: HighlightCreation,
        response: { 201: HighlightView },
        detail: {
          summary: 'Highlight a passage',
          description: 'The locator must contain the passage as `text.highlight`.',
        },
      },
    )
    .patch(
      '/books/:id/highlights/:highlightId',
      ({ viewer, params: { id, highlightId }, body }) =>
        updateHighlight(ctx, viewer, { bookId: id, id: highlightId }, body),
      {
        can: 'progress:write',
        params: HighlightParams,
        body: HighlightPatch,
        response: HighlightView,
        detail: {
          summary: 'Update the color or note of a highlight',
          description: 'Omitted fields keep their value.',
        },
      },
    )
    .delete(
      '/books/:id/highlights/:highlightId',
      ({ viewer, params: { id, highlightId }, set }) =>
        noContent(set, removeHighlight(ctx, viewer, { bookId: id, id: highlightId })),
      {
        can: 'progress:write',
        params: HighlightParams,
        response: { 204: unknown() },
        detail: { summary: 'Delete a highlight', description: 'Also deletes the note.' },
      },
    )

const documentRoutes = (ctx: Context): AnyElysia =>
  createRoutes(ctx).get(
    '/books/:id/highlights/markdown',
    async ({ viewer, params }) => {
      const { text } = await buildMarkdown(ctx, viewer, params.id)
      return new Response(text, {
        headers: {
          'content-type': 'text/markdown; charset=utf-8',
          'content-disposition': 'attachment; filename="highlights.md"',
        },
      })
    },
    {
      // The document contains the title of the book and of its series, so `series:read` and
      // `books:read` are required.
      can: ['progress:read', 'series:read', 'books:read'],
      params: ByIdParams,
      detail: {
        summary: 'Export your highlights in a book',
        description: 'Returns a Markdown document with the passages and notes of each chapter.',
        responses: { 200: { description: 'The document', content: { 'text/markdown': {} } } },
      },
    },
  )
