import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../context'
import { pictureAnswers } from '../thumbnails/model'
import { guard } from '../../accounts/permissions/guard'
import { sendContent } from '../../platform/http/responses/content'
import { noContent } from '../../platform/http/responses/statuses'
import {
  deleteBookCover,
  getBookCoverFile,
  listBookCovers,
  resetBookCover,
  selectBookCover,
  uploadBookCover,
  usePageOfBook,
} from './book-covers'
import {
  BookCoverList,
  BookCoverView,
  CoverParams,
  OwnerParams,
  PageAsCover,
  UploadForm,
} from './model'

export const bookCoverRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(uploadRoutes(ctx)).use(selectionRoutes(ctx)).use(viewRoutes(ctx))

const createRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/books/:id', tags: ['Covers'] }).use(guard(ctx))
const done = { 204: { description: 'No content' } }

const uploadRoutes = (ctx: Context) =>
  createRoutes(ctx)
    .post('/cover', ({ viewer, params, body }) => uploadBookCover(ctx, viewer, params.id, body), {
      can: 'books:write',
      params: OwnerParams,
      body: UploadForm,
      response: BookCoverView,
      detail: {
        summary: 'Upload a cover for a book',
        operationId: 'uploadBookCover',
        description: 'Accepts JPEG, PNG, WebP, GIF or AVIF. The cover is selected and locked.',
      },
    })
    .post(
      '/cover/page',
      ({ viewer, params, body }) => usePageOfBook(ctx, viewer, params.id, body.page),
      {
        can: ['books:write', 'pages:read'],
        params: OwnerParams,
        body: PageAsCover,
        response: BookCoverView,
        detail: {
          summary: 'Use a page of a book as its cover',
          operationId: 'usePageAsBookCover',
          description:
            'Stores and selects a copy of the page, so the cover stays the same when the file changes.',
        },
      },
    )
    .delete(
      '/covers/:coverId',
      ({ viewer, params, set }) =>
        noContent(set, deleteBookCover(ctx, viewer, params.id, params.coverId)),
      {
        can: 'books:write',
        params: CoverParams,
        detail: {
          summary: 'Delete a book cover',
          operationId: 'deleteBookCover',
          responses: done,
        },
      },
    )

const selectionRoutes = (ctx: Context) =>
  createRoutes(ctx)
    .put(
      '/covers/:coverId/select',
      ({ viewer, params }) => selectBookCover(ctx, viewer, params.id, params.coverId),
      {
        can: 'books:write',
        params: CoverParams,
        response: BookCoverView,
        detail: { summary: 'Select a cover for a book', operationId: 'selectBookCover' },
      },
    )
    .delete(
      '/covers/selected',
      ({ viewer, params, set }) => noContent(set, resetBookCover(ctx, viewer, params.id)),
      {
        can: 'books:write',
        params: OwnerParams,
        detail: {
          summary: 'Reset the cover of a book to its default',
          operationId: 'resetBookCover',
          description: 'Uploaded covers stay available.',
          responses: done,
        },
      },
    )

const viewRoutes = (ctx: Context) =>
  createRoutes(ctx)
    .get('/covers', ({ viewer, params }) => listBookCovers(ctx, viewer, params.id), {
      can: 'books:read',
      params: OwnerParams,
      response: BookCoverList,
      detail: {
        summary: 'List the covers of a book',
        description:
          'Lists uploaded covers and copied pages. None is selected while the default cover is shown.',
      },
    })
    .get(
      '/covers/:coverId/image',
      ({ viewer, params, request }) =>
        sendContent(request, getBookCoverFile(ctx, viewer, params.id, params.coverId)),
      {
        can: 'books:read',
        params: CoverParams,
        detail: {
          summary: 'Get the original file of a book cover',
          operationId: 'getBookCoverImage',
          responses: pictureAnswers,
        },
      },
    )
