import { Elysia } from 'elysia'
import type { Context } from '../context'
import { isHttps } from '../platform/http/requests/client-address'
import { createTextResponse } from '../platform/http/responses/compress'
import { respondWithEtag } from '../platform/http/responses/etag'
import { findViewer } from '../accounts/permissions/guard'
import { getUserInfo } from '../accounts/users/sign-in/login'
import { hasNewVersion } from '../admin/updates/whats-new'
import { getSetupStatus } from '../accounts/users/sign-in/setup'
import { version } from '../version'
import { serveAsset } from './assets'
import type { Bundle } from './assets-model'
import { isScreen, openBundle } from './bundle'
import { loadFirstResponses, type FirstResponseOptions } from './first-responses'
import { listFirstCovers } from './first-covers'
import {
  findFirstRequests,
  findFollowUpRequests,
  findOpenedBook,
  findReader,
} from './first-requests'
import { buildBrandingStyles, buildWebManifest, loadBranding } from './branding'
import { getAppearance } from './appearance'
import { fillPage } from './page'
import { renderPlainPage } from '../platform/http/responses/plain-page'

/** Serves the interface: its assets, and its page at every path that has no other route. */
export function webRoutes(ctx: Context, bundle: Bundle | null = openBundle()) {
  const assets = new Map(bundle?.assets.map((asset) => [asset.name, asset]))
  const give = (name: string) => (exchange: { request: Request }) =>
    serveAsset(assets, name, exchange.request)
  return new Elysia({ name: 'web' })
    .get(
      '/assets/*',
      ({ params, request }) => serveAsset(assets, `assets/${params['*']}`, request),
      hidden,
    )
    .get(
      '/icons/*',
      ({ params, request }) => serveAsset(assets, `icons/${params['*']}`, request),
      hidden,
    )
    .get(
      '/manifest.webmanifest',
      async ({ request }) =>
        respondWithEtag(request, await buildWebManifest(ctx, assets.get('manifest.webmanifest')), {
          'content-type': 'application/manifest+json',
        }),
      hidden,
    )
    .get(
      '/branding.css',
      async ({ request }) =>
        respondWithEtag(request, await buildBrandingStyles(ctx), {
          'content-type': 'text/css; charset=utf-8',
        }),
      hidden,
    )
    .get('/favicon.svg', give('favicon.svg'), hidden)
    .get('/service-worker.js', give('service-worker.js'), hidden)
}

/** Shown when the server runs from source and the interface has not been built. */
const unbuiltPage = renderPlainPage({
  title: 'Quire',
  content: `<h1>Quire is running</h1>
<p>Its interface is not built yet. Start Quire with <code>npm start</code>, or run <code>npm run ui</code> once and start it again.</p>
<p><a href="docs">What the API can do</a></p>`,
})

const hidden = { detail: { hide: true } } as const

/**
 * Paths that do not belong to the interface. Unknown paths below them return an API error instead
 * of the page.
 */
const notForPeople = /^\/(api|opds|komga|kobo|koreader|docs|health|assets|icons|metrics)(\/|$)/

/**
 * Serves the page for unknown paths that a browser wants to display. Register it before the error
 * handler.
 */
export const pages = (
  ctx: Context,
  within: FirstResponseOptions,
  bundle: Bundle | null = openBundle(),
) =>
  new Elysia({ name: 'pages' }).onError({ as: 'global' }, async ({ code, request }) => {
    if (code !== 'NOT_FOUND' || !isNavigation(request)) return undefined
    const { pathname } = new URL(request.url)
    if (notForPeople.test(pathname)) return undefined
    return bundle
      ? showPage({ ctx, within, bundle }, request)
      : new Response(unbuiltPage.html, unbuiltPage)
  })

function isNavigation({ method, headers }: Request) {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && (headers.get('accept')?.slice(0, 2000).includes('text/html') ?? false)
}

interface PageContext {
  ctx: Context
  within: FirstResponseOptions
  bundle: Bundle
}

/** The page that browsers keep for offline reading. It contains no user data. */
const offlinePath = '/offline-page'

async function showPage({ ctx, within, bundle }: PageContext, request: Request): Promise<Response> {
  const url = new URL(request.url)
  if (url.pathname === offlinePath) return showOfflinePage({ ctx, within, bundle }, request)
  const viewer = await findViewer(ctx, request)
  const { setupRequired } = await getSetupStatus(ctx)
  const { isKnown, ...place } = findPlace(bundle, url, viewer !== undefined)
  const basePath = ctx.config.server.base_path
  // The event ID is read before the responses are loaded, so that events in between are replayed.
  const { getEventStreams } = await import('../admin/live/event-streams')
  const { latestId: latestEvent } = getEventStreams(ctx)
  const questions = viewer ? findFirstRequests(url) : []
  const embedded = await loadFirstResponses(within, { request, basePath }, questions)
  const followUps = findFollowUpRequests(url, embedded)
  const added = await loadFirstResponses(within, { request, basePath }, followUps)
  const answers = new Map([...embedded, ...added])
  const html = fillPage(bundle, {
    basePath,
    ...place,
    appearance: getAppearance(request, bundle.languages),
    questions: questions.filter((address) => !answers.has(address)),
    answers,
    covers: listFirstCovers(request, answers),
    book: questions.length > 0 ? findOpenedBook(url, answers) : undefined,
    reader: findReader(url, answers),
    boot: {
      user: viewer ? await getUserInfo(ctx, viewer) : null,
      setupRequired,
      version,
      branding: await loadBranding(ctx),
      languages: bundle.languages,
      latestEvent,
      ...(viewer && (await hasNewVersion(ctx, viewer)) && { hasNewVersion: true }),
    },
  })
  const headers = buildPageHeaders(ctx, request)
  return createTextResponse(request, html, { status: isKnown ? 200 : 404, headers })
}

/** Screens whose names differ from the first part of their URLs. */
const screensByPath: Readonly<Record<string, string>> = {
  '': 'home',
  collections: 'lists',
  'reading-lists': 'lists',
}

/** Returns an empty string for names of screens whose URLs start differently. */
function findScreenName(path: string): string {
  if (Object.hasOwn(screensByPath, path)) return screensByPath[path]!
  return Object.values(screensByPath).includes(path) ? '' : path
}

/** Finds the screen to show. `isKnown` is false if the URL names none. */
function findPlace(bundle: Bundle, { pathname }: URL, isSignedIn: boolean) {
  const [, first = '', section, ...more] = pathname.split('/')
  const named = findScreenName(first)
  // Without a session, visitors see the sign-in screen first.
  const wanted = isSignedIn || named === 'setup' ? named : 'login'
  return {
    isKnown: isScreen(bundle, named),
    screen: isScreen(bundle, wanted) ? wanted : null,
    section: wanted === 'settings' && more.length === 0 ? section : undefined,
  }
}

async function showOfflinePage({ ctx, bundle }: PageContext, request: Request): Promise<Response> {
  // Omits the accent color, because its style sheet is not one of the saved files.
  const branding = { ...(await loadBranding(ctx)), color: null }
  const html = fillPage(bundle, {
    basePath: ctx.config.server.base_path,
    screen: null,
    appearance: getAppearance(request, bundle.languages),
    questions: [],
    answers: new Map(),
    covers: [],
    boot: {
      user: null,
      setupRequired: false,
      version,
      branding,
      languages: bundle.languages,
      latestEvent: '',
      offlineFiles: bundle.assets.map(({ name }) => name).filter(isOfflineFile),
    },
  })
  return createTextResponse(request, html, { headers: buildPageHeaders(ctx, request) })
}

const isOfflineFile = (name: string) =>
  name.startsWith('assets/') || name === 'favicon.svg' || name === 'icons/icon-192.png'

const buildPageHeaders = (ctx: Context, request: Request) => ({
  ...pageHeaders,
  // Sent only over HTTPS. Over plain HTTP, browsers ignore this header and log a warning.
  ...(isHttps(ctx, request) && { 'cross-origin-opener-policy': 'same-origin' }),
})

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  // The page contains user data, which the Back button must not show to the next user. Without
  // `no-store`, browsers may restore the page without sending a request.
  'cache-control': 'no-store',
  vary: 'cookie, accept-language',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy':
    "default-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'; " +
    "script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; " +
    // EPUB pages are shown in frames and have their own CSP.
    "worker-src 'self'; frame-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:",
}
