/**
 * Service worker: notifications, saved books, and a page for when the server is unreachable.
 * Without saved books, the worker stores and serves nothing. With them, requests go to the server
 * first, and a saved copy is used only if the server is unreachable. See docs/offline.md and
 * src/web/ui/state/offline, which writes the caches. The texts are in the URL of the worker: see
 * src/web/ui/state/browser/service-worker.ts.
 */
const escape = (text) =>
  (text ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const texts = new URL(location.href).searchParams
const text = (name) => escape(texts.get(name))

/** Interval at which the page reloads automatically. */
const retrySeconds = 15

const buildPage = () => `<!doctype html>
<html lang="${text('language')}" dir="${text('direction')}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${retrySeconds}">
<title>${text('title')}</title>
<style>
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; gap: 12px; padding: 24px; box-sizing: border-box; text-align: center; font: 16px/1.5 system-ui, sans-serif; background: #faf7f1; color: #1e1a15 }
  h1 { margin: 0; font: 560 26px/1.2 Georgia, serif }
  p { margin: 0; max-width: 44ch }
  a { margin-top: 8px; padding: 10px 18px; border-radius: 10px; border: 1px solid; color: inherit; font-weight: 600; text-decoration: none }
  @media (prefers-color-scheme: dark) { body { background: #131210; color: #f4efe6 } }
</style>
<h1>${text('title')}</h1>
<p>${text('words')}</p>
<a href="">${text('retry')}</a>
</html>`

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
}

const scope = new URL(registration.scope).pathname
/** Must match src/web/ui/state/offline/cache-names.ts. */
const prefix = `quire ${scope} `
const shellCache = `${prefix}shell`
const userCache = `${prefix}user`
const bookPrefix = `${prefix}book `

/** IDs of the saved books. undefined if the caches have not been read yet. */
let savedIds

async function readSavedIds() {
  const names = await caches.keys()
  const ids = names
    .filter((name) => name.startsWith(bookPrefix))
    .map((name) => name.split(' ').at(-1))
  savedIds = new Set(ids)
  return savedIds
}

/** Books are shown only to the user who saved them, while that user is signed in. */
async function findUserId() {
  const user = await caches.match(`${scope}user`, { cacheName: userCache })
  return user && (await user.json()).id
}

async function findOfflinePage({ pathname }) {
  const isForPeople =
    !/^(api|opds|komga|kobo|koreader|docs|health|assets|icons|metrics)(\/|$)/.test(
      pathname.slice(scope.length),
    )
  if (!isForPeople || !(await caches.has(shellCache)) || !(await findUserId())) return undefined
  return (await caches.open(shellCache)).match(`${scope}offline-page`)
}

/** A proxy sends these statuses if the server does not respond. */
const isDown = ({ status }) => status >= 502 && status <= 504

async function open(event) {
  const url = new URL(event.request.url)
  // Sent first, because the search for a copy must not delay the server's response.
  const asked = ask(event)
  const page = await findOfflinePage(url)
  try {
    const answer = await (page ? withLimit(asked, limits.page) : asked)
    return page && isDown(answer) ? page : answer
  } catch {
    return page ?? new Response(buildPage(), { status: 503, headers: pageHeaders })
  }
}

/** Sends the request. The caller handles a failure later. */
function ask(event) {
  const get = async () => (await event.preloadResponse) ?? (await fetch(event.request))
  return handledLater(get())
}

function handledLater(answer) {
  answer.catch(() => undefined)
  return answer
}

/**
 * Timeouts in milliseconds, used only if there is a copy. Outside the server's network, requests
 * are not refused but never answered. The data of a book may be newer on the server, so it gets
 * more time than a page.
 */
const limits = { page: 6_000, data: 8_000, file: 4_000 }
/** For this long after a timeout, requests for saved books do not wait for the server. */
const silentMs = 15_000
let silentUntil = 0

async function withLimit(answer, ms) {
  let timer
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => {
      silentUntil = Date.now() + silentMs
      reject(new TypeError('The server does not answer'))
    }, ms)
  })
  try {
    const first = await Promise.race([answer, limit])
    silentUntil = 0
    return first
  } finally {
    clearTimeout(timer)
  }
}

/** File names contain a hash of the content, so a saved file is never stale. */
async function serveFile(request) {
  const saved =
    (await caches.has(shellCache)) &&
    (await (await caches.open(shellCache)).match(request.url, anyForm))
  return saved || fetch(request)
}

const anyForm = { ignoreVary: true }

/** Data that a reader requests each time it opens. The saved copy is updated with it. */
const refreshed = /^(|\/reader-settings|\/adjacent|\/bookmarks|\/highlights|\/progression)$/

async function serveBook(event, id, rest) {
  const { request } = event
  const ids = savedIds ?? (await readSavedIds())
  if (!ids.has(id)) return fetch(request)
  const asked = Date.now() < silentUntil ? undefined : handledLater(fetch(request))
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

async function followAnswer(request, answer, { id, rest }) {
  const isJson = (answer.headers.get('content-type') ?? '').includes('json')
  if (rest === '' && isJson && [403, 404, 410].includes(answer.status)) return removeBook(id)
  if (!(answer.status === 204 || (answer.status === 200 && isJson))) return
  const name = await findBookCache(id)
  if (name) await (await caches.open(name)).put(request.url, answer)
}

/** Removes a book that was deleted, or that the user may no longer see. */
async function removeBook(id) {
  const names = await caches.keys()
  const ofBook = names.filter((name) => name.startsWith(bookPrefix) && name.endsWith(` ${id}`))
  await Promise.all(ofBook.map((name) => caches.delete(name)))
  savedIds = undefined
}

async function findBookCache(id) {
  const name = `${bookPrefix}${await findUserId()} ${id}`
  return (await caches.has(name)) ? name : undefined
}

/** Returns the saved copy, with a header that marks it as one. */
async function findSaved({ url, destination }, id) {
  const name = await findBookCache(id)
  const found = name && (await findEntry(await caches.open(name), url))
  if (!found) return undefined
  const copy = new Response(found.status === 204 ? null : found.body, found)
  copy.headers.set('x-saved-copy', '1')
  if (/^i?frame$/.test(destination)) allowFrame(copy.headers)
  return copy
}

/**
 * A script saved this part. In the frame of the reader, the part needs the same origin that the
 * server gives it there.
 */
function allowFrame(headers) {
  const policy = headers.get('content-security-policy')
  if (!policy) return
  const framed = policy.replace(/\bsandbox$/, 'sandbox allow-same-origin')
  headers.set('content-security-policy', framed)
}

/** Each page is saved in one size, which is also used for other sizes and the thumbnail. */
async function findEntry(cache, url) {
  const exact = await cache.match(url, anyForm)
  if (exact || url.includes('/resources/')) return exact
  const page = url.replace(/(\/pages\/\d+)\/thumbnail.*/, '$1')
  return cache.match(page, { ignoreVary: true, ignoreSearch: true })
}

addEventListener('install', () => skipWaiting())

addEventListener('activate', (event) => {
  // Navigation preload: the request for a page does not wait until this worker has started.
  event.waitUntil(
    Promise.all([clients.claim(), registration.navigationPreload?.enable(), readSavedIds()]),
  )
})

const bookPath = /^api\/v1\/books\/([0-9a-f-]{36})(\/.*)?$/

addEventListener('fetch', (event) => {
  const { mode, destination, method, url } = event.request
  if (method !== 'GET' || !url.startsWith(registration.scope)) return
  const answer =
    mode === 'navigate' && destination === 'document' ? open(event) : findSavedAnswer(event)
  if (answer) event.respondWith(answer)
})

/** Undefined for requests that the worker leaves to the browser. */
function findSavedAnswer(event) {
  const { request } = event
  const path = new URL(request.url).pathname.slice(scope.length)
  if (/^(assets\/|favicon)/.test(path)) return hasSaved() ? serveFile(request) : undefined
  const [, id, rest = ''] = bookPath.exec(path) ?? []
  // What an administrator views as another user is never saved.
  if (!id || !hasSaved(id) || request.headers.has('x-view-as')) return undefined
  return serveBook(event, id, rest)
}

/** Also true if the caches have not been read yet. */
const hasSaved = (id) => !savedIds || (id ? savedIds.has(id) : savedIds.size > 0)

/** Sent by a page that has saved or removed books. */
addEventListener('message', ({ data }) => {
  if (data === 'saved-books-changed') savedIds = undefined
})

/** The format must match src/admin/notifications/senders/web-push.ts. */
function readMessage(data) {
  try {
    const { title, body, path } = data.json()
    return { title: String(title), body: String(body), path: String(path) }
  } catch {
    return { title: 'Quire', body: '', path: '/' }
  }
}

const icon = new URL('icons/icon-192.png', registration.scope).href

// Each message must show a notification: otherwise, the browser ends the subscription.
addEventListener('push', (event) => {
  const { title, body, path } = readMessage(event.data)
  event.waitUntil(registration.showNotification(title, { body, icon, data: { path } }))
})

/** Excludes readers, because a notification must not close the book that is being read. */
const isFree = ({ url }) =>
  url.startsWith(registration.scope) && !url.startsWith(`${registration.scope}read/`)

async function show(path) {
  const url = new URL(`.${path.startsWith('/') ? path : '/'}`, registration.scope)
  if (!url.href.startsWith(registration.scope)) return
  const pages = await clients.matchAll({ type: 'window' })
  const page = pages.find(isFree)
  if (!page) return clients.openWindow(url.href)
  await page.focus()
  await page.navigate(url.href)
}

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data?.path ?? '/'))
})
