/**
 * Service worker: notifications, saved books, and a page for a server that cannot be reached. Without saved
 * books it stores and serves nothing. With them, requests go to the server first; a saved copy is used only
 * if the server cannot be reached. See docs/offline.md and src/web/ui/state/offline, which writes the caches.
 * Its texts are in its URL: see src/web/ui/state/browser/service-worker.ts.
 */
const escape = (text) =>
  (text ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const texts = new URL(location.href).searchParams
const text = (name) => escape(texts.get(name))

/** Tries again by itself. */
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

/** Ids of the saved books; undefined: not read yet. */
let savedIds

async function readSavedIds() {
  const names = await caches.keys()
  const ids = names
    .filter((name) => name.startsWith(bookPrefix))
    .map((name) => name.split(' ').at(-1))
  savedIds = new Set(ids)
  return savedIds
}

/** Books are shown to the user who saved them, and only while they are signed in. */
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

/** Statuses of a proxy whose server does not answer. */
const isDown = ({ status }) => status >= 502 && status <= 504

async function open(event) {
  const url = new URL(event.request.url)
  // Asked first: looking for a copy must not delay the server's answer.
  const asked = ask(event)
  const page = await findOfflinePage(url)
  try {
    const answer = await (page ? withLimit(asked, limits.page) : asked)
    return page && isDown(answer) ? page : answer
  } catch {
    return page ?? new Response(buildPage(), { status: 503, headers: pageHeaders })
  }
}

/** A failure is handled later. */
function ask(event) {
  const get = async () => (await event.preloadResponse) ?? (await fetch(event.request))
  return handledLater(get())
}

function handledLater(answer) {
  answer.catch(() => undefined)
  return answer
}

/**
 * In milliseconds, only where there is a copy. Away from its network, a server does not refuse: it never
 * answers. The data of a book may be newer on the server, so it gets more time than a page.
 */
const limits = { page: 6_000, data: 8_000, file: 4_000 }
/** After such a silence, the next requests do not wait for the server, too. */
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

/** The name of a file contains a hash of its content, so a saved one is never stale. */
async function serveFile(request) {
  const saved =
    (await caches.has(shellCache)) &&
    (await (await caches.open(shellCache)).match(request.url, anyForm))
  return saved || fetch(request)
}

const anyForm = { ignoreVary: true }

/** What a reader asks for again at each opening, so the saved copy follows it. */
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
    // Only data: the copy of a page or part that nobody reads would stay in memory.
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

/** The book was removed, or the user must not see it any more. */
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

/** The answer says that it is a copy. */
async function findSaved({ url, destination }, id) {
  const name = await findBookCache(id)
  const found = name && (await findEntry(await caches.open(name), url))
  if (!found) return undefined
  const copy = new Response(found.status === 204 ? null : found.body, found)
  copy.headers.set('x-saved-copy', '1')
  if (/^i?frame$/.test(destination)) allowFrame(copy.headers)
  return copy
}

/** A part was saved by a script. In the reader's frame it gets the origin that the server gives it there. */
function allowFrame(headers) {
  const policy = headers.get('content-security-policy')
  if (!policy) return
  const framed = policy.replace(/\bsandbox$/, 'sandbox allow-same-origin')
  headers.set('content-security-policy', framed)
}

/** A page is saved in one size, which also stands for the others and for its thumbnail. */
async function findEntry(cache, url) {
  const exact = await cache.match(url, anyForm)
  if (exact || url.includes('/resources/')) return exact
  const page = url.replace(/(\/pages\/\d+)\/thumbnail.*/, '$1')
  return cache.match(page, { ignoreVary: true, ignoreSearch: true })
}

addEventListener('install', () => skipWaiting())

addEventListener('activate', (event) => {
  // The request of a page does not wait for this worker.
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

/** Undefined for requests that the browser sends as if there were no worker. */
function findSavedAnswer(event) {
  const { request } = event
  const path = new URL(request.url).pathname.slice(scope.length)
  if (/^(assets\/|favicon)/.test(path)) return hasSaved() ? serveFile(request) : undefined
  const [, id, rest = ''] = bookPath.exec(path) ?? []
  // The library as somebody else sees it is never saved.
  if (!id || !hasSaved(id) || request.headers.has('x-view-as')) return undefined
  return serveBook(event, id, rest)
}

/** Possibly, if the caches were not read yet. */
const hasSaved = (id) => !savedIds || (id ? savedIds.has(id) : savedIds.size > 0)

/** A page has saved or removed books. */
addEventListener('message', ({ data }) => {
  if (data === 'saved-books-changed') savedIds = undefined
})

/** As src/admin/notifications/senders/web-push.ts sends it. */
function readMessage(data) {
  try {
    const { title, body, path } = data.json()
    return { title: String(title), body: String(body), path: String(path) }
  } catch {
    return { title: 'Quire', body: '', path: '/' }
  }
}

const icon = new URL('icons/icon-192.png', registration.scope).href

// A browser ends the subscription of a page that shows nothing.
addEventListener('push', (event) => {
  const { title, body, path } = readMessage(event.data)
  event.waitUntil(registration.showNotification(title, { body, icon, data: { path } }))
})

/** Nobody is taken out of a book. */
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
