/** E-books for apps that stream them, in Komga's formats. */
import { Elysia } from 'elysia'
import type { Viewer } from '../../../accounts/permissions/model'
import { getVisibleBook } from '../../../catalog/books/service'
import type { Context } from '../../../context'
import { invalid } from '../../../errors'
import { readSmallObject } from '../../../platform/http/body'
import { requestMessages } from '../../../platform/messages/common'
import { respondWithEtag, sendText } from '../../../platform/http/responses/etag'
import {
  readResourceRequest,
  sendResource,
} from '../../../platform/http/responses/resource-response'
import { validate } from '../../../platform/http/validation'
import { buildManifest, createJsonContent } from '../../../reading/pages/epub/manifest'
import { buildPositions } from '../../../reading/pages/epub/position-list'
import { getProgression, setProgression } from '../../../reading/pages/epub/epub-progression'
import { openPublication } from '../../../reading/pages/epub/publications'
import { getResource } from '../../../reading/pages/epub/resources'
import {
  buildPagedManifest,
  buildPagedPositions,
} from '../../../reading/pages/paged/paged-publication'
import { ProgressionUpdate } from '../../../reading/progress/model'
import { getApiUrl } from '../access/api-address'
import { handle, type KomgaCall, options } from '../access/komga-call'
import { formatInstant } from '../dto/formats'
import { fromKomgaHref, toKomgaHref } from '../epub/komga-hrefs'
import { toKomgaManifest, toKomgaPagedManifest } from '../epub/komga-manifest'

export function komgaEpubRoutes(ctx: Context) {
  const app = new Elysia()
  for (const kind of ['', '/epub', '/divina', '/pdf']) {
    const path = `/api/v1/books/:id/manifest${kind}`
    app.get(path, handle(ctx, 'pages:read', sendManifest), options)
  }
  return app
    .get('/api/v1/books/:id/positions', handle(ctx, 'pages:read', sendPositions), options)
    .get(
      '/api/v1/books/:id/resource/*',
      handle(ctx, 'pages:read', ({ viewer, request }, { id = '' }) => {
        const resource = getResource(ctx, viewer, id, readResourceRequest(request))
        return sendResource(request, resource, ctx.config)
      }),
      options,
    )
    .get('/api/v1/books/:id/progression', handle(ctx, 'progress:read', findPosition), options)
    .put(
      '/api/v1/books/:id/progression',
      handle(ctx, ['books:read', 'progress:write'], saveProgression),
      options,
    )
}

type Params = Record<string, string>

/** For comics and PDFs, sends the page manifest, whichever manifest the app requests. */
async function sendManifest({ ctx, viewer, request }: KomgaCall, { id = '' }: Params) {
  const bookUrl = `${getApiUrl(ctx, request)}/api/v1/books/${id}`
  if (await isPaged(ctx, viewer, id)) {
    const manifest = await buildPagedManifest(ctx, viewer, id)
    const body = JSON.stringify(toKomgaPagedManifest(manifest, bookUrl))
    return respondWithEtag(request, body, { 'content-type': 'application/divina+json' })
  }
  const opened = await openPublication(ctx, viewer, id, request.signal)
  const content = createJsonContent(opened, {
    mediaType: 'application/webpub+json',
    parts: ['komga', opened.book.title, opened.book.updatedAt.getTime(), bookUrl],
    make: () => toKomgaManifest(buildManifest(opened), bookUrl),
  })
  return sendText(request, content)
}

const positionsType = 'application/vnd.readium.position-list+json'

const isPaged = async (ctx: Context, viewer: Viewer, id: string) =>
  (await getVisibleBook(ctx, viewer, id)).format !== 'epub'

async function sendPositions({ ctx, viewer, request }: KomgaCall, { id = '' }: Params) {
  if (await isPaged(ctx, viewer, id)) {
    const pages = await buildPagedPositions(ctx, viewer, id)
    const body = JSON.stringify({ total: pages.length, positions: pages.map(toKomgaLocator) })
    return respondWithEtag(request, body, { 'content-type': positionsType })
  }
  const opened = await openPublication(ctx, viewer, id, request.signal)
  const content = createJsonContent(opened, {
    mediaType: positionsType,
    parts: ['komga positions'],
    make: () => {
      const { total, positions } = buildPositions(opened.publication)
      return { total, positions: positions.map(toKomgaLocator) }
    },
  })
  return sendText(request, content)
}

const toKomgaLocator = <Locator extends { href: string; locations: object }>(locator: Locator) => ({
  ...locator,
  href: toKomgaHref(locator.href),
  locations: { fragments: [], ...locator.locations },
})

/** Responds with 204 if there is no position. */
async function findPosition({ ctx, viewer, request }: KomgaCall, { id = '' }: Params) {
  const found = await getProgression(ctx, viewer, id, request.signal)
  if (!found) return undefined
  const { device, modified, locator } = found
  return {
    device: device ?? { id: '', name: '' },
    modified: formatInstant(modified),
    locator: toKomgaLocator(locator),
  }
}

async function saveProgression({ ctx, viewer, request }: KomgaCall, { id = '' }: Params) {
  const body = await readSmallObject(request)
  const details = validate(ProgressionUpdate, body)
  if (details.length > 0) throw invalid(requestMessages.body_invalid(), details)
  const update = body as ProgressionUpdate
  const href = fromKomgaHref(update.locator.href)
  await setProgression(ctx, viewer, id, { ...update, locator: { ...update.locator, href } })
  return undefined
}
