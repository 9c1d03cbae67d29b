/**
 * Service worker that shows notifications, and a page of its own when the server cannot be reached. It
 * stores nothing: neither data of a user nor a part of the program, so nothing can be stale or seen by
 * somebody else. Its texts are in its URL: see src/web/ui/state/browser/service-worker.ts.
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

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
}

async function open(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return new Response(buildPage(), { status: 503, headers })
  }
}

addEventListener('install', () => skipWaiting())

addEventListener('activate', (event) => {
  // The request of a page does not wait for this worker.
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]))
})

addEventListener('fetch', (event) => {
  const { mode, destination, method } = event.request
  const isPage = mode === 'navigate' && destination === 'document' && method === 'GET'
  if (isPage) event.respondWith(open(event))
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
