/** The page that is shown while the server is unreachable. */
import { worker } from './worker-scope'

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The texts are in the URL of the worker: see state/browser/service-worker.ts. */
const texts = new URL(worker.location.href).searchParams
const text = (name: string) => escape(texts.get(name) ?? '')

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

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
}

export const createUnreachablePage = () => new Response(buildPage(), { status: 503, headers })
