/** Kobo sync: the calls of the firmware, with the device key in the path. */
import { Elysia } from 'elysia'
import { addViewerIdentification } from '../../accounts/permissions/guard'
import { requestBookThumbnail } from '../../artwork/thumbnails/request-thumbnail'
import { createJpegContent } from '../../artwork/thumbnails/content/thumbnail-content'
import { getBookThumbnail } from '../../artwork/thumbnails/service'
import { getFile } from '../../catalog/books/files/download'
import { getBookView } from '../../catalog/books/service'
import { bookMessages } from '../../catalog/books/messages'
import type { Context } from '../../context'
import { notFound } from '../../errors'
import { readSmallObject } from '../../platform/http/body'
import { sendContent } from '../../platform/http/responses/content'
import { hasDeviceBook, listDeviceBooks } from './device-books'
import { type DeviceRequest, identifyKoboViewer, requireDevice } from './devices'
import { getComicEpub } from './files/comic-epub'
import { getKepub } from './files/kepub'
import * as model from './model'
import { dismissBook } from './device-queries'
import { findBookId } from './queries'
import { getReadingState, saveReadingState } from './reading-states'
import { buildDeviceBase } from './resources'
import { sendKoboJson, sendStoreAnswer } from './responses'
import { authenticateAtStore, startWithStore, syncWithStore } from './store/store-answers'
import { isStoreUsed, passOn } from './store/store-requests'

export function koboRoutes(ctx: Context) {
  addViewerIdentification(ctx, '/kobo', identifyKoboViewer)
  return new Elysia()
    .use(startRoutes(ctx))
    .use(libraryRoutes(ctx))
    .use(bookStateRoutes(ctx))
    .use(fileRoutes(ctx))
    .use(unknownRoutes(ctx))
}

/**
 * Not part of the API document, because the protocol is Kobo's. The handlers read the body
 * themselves.
 */
const detail = { hide: true }
const withKey = () => ({ parse: 'none', params: model.KoboParams, detail }) as const
const withAnything = () => ({ ...withKey(), params: model.UnknownCallParams })
const withImage = () => ({ ...withKey(), params: model.KoboImageParams })
const withBook = () => ({ ...withKey(), params: model.KoboBookParams })

interface Call {
  request: Request
  params: { key: string }
}

/** Calls the handler only for devices that have a valid key. */
async function answer(
  ctx: Context,
  { request, params }: Call,
  run: (exchange: DeviceRequest, base: string) => Promise<object>,
): Promise<Response> {
  const exchange = await requireDevice(ctx, request)
  const result = await run(exchange, buildDeviceBase(ctx, request, params.key))
  return result instanceof Response ? result : sendKoboJson(result)
}

interface BookCall extends Call {
  params: { key: string; id: string }
}

interface BookRequest {
  /** The book's ID, even if the device sent a file revision ID. */
  id: string
  base: string
}

const answerBook = (
  ctx: Context,
  call: BookCall,
  run: (exchange: DeviceRequest, book: BookRequest) => Promise<object>,
) =>
  answer(ctx, call, async (exchange, base) => {
    // If Quire does not have the book, or the viewer cannot see it, the call goes to the store,
    // which may have sold the book.
    const fromStore = await passOn(ctx, call, exchange)
    if (fromStore) return sendStoreAnswer(fromStore)
    return run(exchange, { id: await findBookId(ctx.db, exchange.device.id, call.params.id), base })
  })

const startRoutes = (ctx: Context) =>
  new Elysia()
    .post(
      '/kobo/:key/v1/auth/device',
      (call) => answer(ctx, call, () => authenticate(ctx, call)),
      withKey(),
    )
    .post(
      '/kobo/:key/v1/auth/refresh',
      (call) => answer(ctx, call, () => authenticate(ctx, call)),
      withKey(),
    )
    .get(
      '/kobo/:key/v1/initialization',
      (call) =>
        answer(ctx, call, async (_, base) => {
          const { resources, token } = await startWithStore(ctx, call, base)
          return sendKoboJson({ Resources: resources }, { 'x-kobo-apitoken': token })
        }),
      withKey(),
    )

/**
 * The key in the URL already authenticates the device. Without the store, the tokens can be random,
 * because the device only checks that they are present.
 */
async function authenticate(ctx: Context, call: Call): Promise<object> {
  const fromStore = await authenticateAtStore(ctx, call)
  if (fromStore) return sendStoreAnswer(fromStore)
  const { UserKey: given } = { ...(await readSmallObject(call.request)) } as { UserKey?: unknown }
  return {
    AccessToken: Bun.randomUUIDv7(),
    RefreshToken: Bun.randomUUIDv7(),
    TokenType: 'Bearer',
    TrackingId: Bun.randomUUIDv7(),
    UserKey: typeof given === 'string' ? given : '',
  }
}

const libraryRoutes = (ctx: Context) =>
  new Elysia()
    .get(
      '/kobo/:key/v1/library/sync',
      (call) =>
        answer(ctx, call, async (exchange, base) => {
          const result = await syncWithStore(ctx, call, { exchange, base })
          return sendKoboJson(result.items, {
            'x-kobo-synctoken': result.token,
            ...(result.hasMore && { 'x-kobo-sync': 'continue' }),
          })
        }),
      withKey(),
    )
    .get(
      '/kobo/:key/v1/library/:id/metadata',
      (call) =>
        answerBook(ctx, call, async (exchange, { id, base }) => {
          const book = await getBookView(ctx, exchange.viewer, id)
          const books = await listDeviceBooks(ctx, exchange, { books: [book], base })
          return [books.get(book.id)!.metadata]
        }),
      withBook(),
    )

const bookStateRoutes = (ctx: Context) =>
  new Elysia()
    .get(
      '/kobo/:key/v1/library/:id/state',
      (call) => answerBook(ctx, call, (exchange, book) => getReadingState(ctx, exchange, book)),
      withBook(),
    )
    .put(
      '/kobo/:key/v1/library/:id/state',
      (call) =>
        answerBook(ctx, call, async (exchange, { id }) => {
          const body = await readSmallObject(call.request)
          return saveReadingState(ctx, exchange, { id, body })
        }),
      withBook(),
    )
    .delete(
      '/kobo/:key/v1/library/:id',
      (call) =>
        answerBook(ctx, call, async ({ device }, { id }) => {
          await ctx.write((tx) => dismissBook(tx, device.id, id))
          return new Response(null, { status: 204 })
        }),
      withBook(),
    )

/** Cover images of books sold by the store, which the device requests directly. */
const storeImages = 'https://cdn.kobo.com/book-images'

/** The ID of a cover begins with the ID of its book. */
const coverId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/

const fileRoutes = (ctx: Context) => {
  const getImage = (call: Call & { params: { id: string; width: string; height: string } }) =>
    answer(ctx, call, async (exchange) => {
      const { width, height } = call.params
      const [id] = coverId.exec(call.params.id) ?? []
      if (id === undefined) throw notFound(bookMessages.not_found())
      if (isStoreUsed(ctx) && !(await hasDeviceBook(ctx, exchange, [id]))) {
        return Response.redirect(`${storeImages}/${id}/${width}/${height}/false/image.jpg`, 307)
      }
      const { viewer } = exchange
      const row = await getBookThumbnail(ctx, viewer, id)
      const box = { width: Number(width), height: Number(height) }
      const thumbnail = { row, remake: () => requestBookThumbnail(ctx, id) }
      return sendContent(call.request, createJpegContent(ctx, thumbnail, box))
    })
  const image = '/kobo/:key/v1/books/:id/thumbnail/:width/:height'
  return new Elysia()
    .get(
      '/kobo/:key/v1/books/:id/file/epub',
      (call) =>
        answerBook(ctx, call, async ({ viewer }, { id }) =>
          sendContent(call.request, getFile(ctx, viewer, id)),
        ),
      withBook(),
    )
    .get(
      '/kobo/:key/v1/books/:id/file/kepub',
      (call) =>
        answerBook(ctx, call, async ({ viewer }, { id }) =>
          sendContent(call.request, getKepub(ctx, viewer, id, call.request.signal)),
        ),
      withBook(),
    )
    .get(
      '/kobo/:key/v1/books/:id/file/comic',
      (call) =>
        answerBook(ctx, call, async ({ viewer }, { id }) =>
          sendContent(call.request, getComicEpub(ctx, viewer, id, call.request)),
        ),
      withBook(),
    )
    .get(`${image}/:quality/image.jpg`, getImage, withImage())
    .get(`${image}/:quality/:grey/image.jpg`, getImage, withImage())
}

/**
 * Forwards all other calls to the store. Without a response from the store, sends an empty object,
 * because some firmware versions stop the sync if a call gets no response.
 */
const unknownRoutes = (ctx: Context) => {
  const path = '/kobo/:key/*'
  const answerNothing = (call: Call) =>
    answer(ctx, call, async (exchange) => {
      const fromStore = await passOn(ctx, call, exchange)
      return fromStore ? sendStoreAnswer(fromStore) : {}
    })
  return new Elysia()
    .get(path, answerNothing, withAnything())
    .post(path, answerNothing, withAnything())
    .put(path, answerNothing, withAnything())
    .patch(path, answerNothing, withAnything())
    .delete(path, answerNothing, withAnything())
}
