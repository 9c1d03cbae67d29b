/**
 * Service worker: notifications, saved books, and a page for when the server is unreachable.
 * Without saved books, the worker stores nothing and serves only that page. With them, requests for
 * pages and books go to the server first, and a saved copy is used only if the server is
 * unreachable. See docs/offline.md and state/offline, which writes the caches.
 */
import { openPage, showMessage } from './notifications'
import {
  findSaved,
  findSavedPage,
  forgetSavedIds,
  isSaved,
  maybeSaved,
  readSavedIds,
  deleteSavedCopies,
  serveFile,
  updateSaved,
} from './saved-books'
import { handledLater, isDown, isServerSilent, limits, withLimit } from './time-limits'
import { createUnreachablePage } from './unreachable-page'
import { scope, scopeUrl, worker } from './worker-scope'

worker.addEventListener('install', () => void worker.skipWaiting())

worker.addEventListener('activate', (event) => {
  // Navigation preload: the request for a page does not wait until this worker has started.
  const preload = (worker.registration as Partial<ServiceWorkerRegistration>).navigationPreload
  event.waitUntil(Promise.all([worker.clients.claim(), preload?.enable(), readSavedIds()]))
})

worker.addEventListener('fetch', (event) => {
  const { mode, destination, method, url } = event.request
  if (method !== 'GET' || !url.startsWith(scopeUrl)) return
  const answer =
    mode === 'navigate' && destination === 'document' ? servePage(event) : findSavedAnswer(event)
  if (answer) event.respondWith(answer)
})

/** Sent by a page that has saved or removed books. */
worker.addEventListener('message', ({ data }) => {
  if (data === 'saved-books-changed') forgetSavedIds()
})

worker.addEventListener('push', (event) => event.waitUntil(showMessage(event.data)))

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification))
})

async function servePage(event: FetchEvent): Promise<Response> {
  // Sent first, because the search for a copy must not delay the server's response.
  const asked = handledLater(fetchPage(event))
  const page = await findSavedPage(new URL(event.request.url))
  try {
    const answer = await (page ? withLimit(asked, limits.page) : asked)
    return page && isDown(answer) ? page : answer
  } catch {
    return page ?? createUnreachablePage()
  }
}

const fetchPage = async ({ preloadResponse, request }: FetchEvent): Promise<Response> =>
  ((await preloadResponse) as Response | undefined) ?? fetch(request)

const bookPath = /^api\/v1\/books\/([0-9a-f-]{36})(\/.*)?$/

/** Returns undefined for requests that the worker leaves to the browser. */
function findSavedAnswer(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event
  const path = new URL(request.url).pathname.slice(scope.length)
  if (/^(assets\/|favicon)/.test(path)) return maybeSaved() ? serveFile(request) : undefined
  const [, id, rest = ''] = bookPath.exec(path) ?? []
  // Responses that an administrator gets while viewing as another user are never saved.
  if (!id || !maybeSaved(id) || request.headers.has('x-view-as')) return undefined
  return serveBook(event, id, rest)
}

/** Data that a reader requests each time it opens. The saved copy is updated with it. */
const refreshed = /^(|\/reader-settings|\/adjacent|\/bookmarks|\/highlights|\/progression)$/

async function serveBook(event: FetchEvent, id: string, rest: string): Promise<Response> {
  const { request } = event
  if (!(await isSaved(id))) return fetch(request)
  const asked = isServerSilent() ? undefined : handledLater(fetch(request))
  const saved = await findSaved(request, id)
  if (!saved) return asked ?? fetch(request)
  if (!asked) return saved
  try {
    const answer = await withLimit(asked, refreshed.test(rest) ? limits.data : limits.file)
    if (isDown(answer)) return saved
    // Only for data, because the unread clone of a page or part would stay in memory.
    if (refreshed.test(rest)) {
      event.waitUntil(followAnswer(request, answer.clone(), { id, rest }))
    }
    return answer
  } catch {
    return saved
  }
}

async function followAnswer(
  request: Request,
  answer: Response,
  { id, rest }: { id: string; rest: string },
): Promise<void> {
  const isJson = (answer.headers.get('content-type') ?? '').includes('json')
  if (rest === '' && isJson && [403, 404, 410].includes(answer.status)) return deleteSavedCopies(id)
  if (!(answer.status === 204 || (answer.status === 200 && isJson))) return
  await updateSaved(request, answer, id)
}
