/** Name and color of the server in the page and in the installed app. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Elysia } from 'elysia'
import { setViewerIdentification } from '../../src/accounts/permissions/guard'
import { identifyViewer } from '../../src/accounts/users/sign-in/identify-viewer'
import { defaultHeaders } from '../../src/platform/http/default-headers'
import { errorHandler } from '../../src/platform/http/errors'
import type { Bundle } from '../../src/web/assets-model'
import { openBundle } from '../../src/web/bundle'
import { computeContrast, findReadable, renderBrandingStyles } from '../../src/web/branding'
import { pages, webRoutes } from '../../src/web/routes'
import { startTestServer, type TestServer } from '../support/server'

const folder = mkdtempSync(join(tmpdir(), 'quire-branding-'))
let server: TestServer
let bundle: Bundle

beforeAll(async () => {
  server = await startTestServer()
  const manifest = { name: 'Quire', short_name: 'Quire', start_url: '.' }
  writeFileSync(join(folder, 'manifest.webmanifest'), JSON.stringify(manifest))
  const asset = { name: 'manifest.webmanifest', hash: 'a', raw: 'manifest.webmanifest' }
  const made: Bundle = {
    html: '<html lang="en"><head><title>Quire</title><!--base--><!--boot--></head><body><!--waiting--></body></html>',
    assets: [{ ...asset, type: 'application/manifest+json' }],
    preloads: { home: [], login: [] },
    languages: ['en'],
  }
  writeFileSync(join(folder, 'bundle.json'), JSON.stringify(made))
  bundle = openBundle(folder)!
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function load(path: string, headers: Record<string, string> = {}) {
  setViewerIdentification(server.ctx, identifyViewer)
  const send = async () => new Response(null, { status: 404 })
  const app = new Elysia({ normalize: false, handler: { standardHostname: false } })
    .use(defaultHeaders(server.ctx))
    .use(pages(server.ctx, { send, timeoutMs: 0 }, bundle))
    .use(errorHandler(server.ctx, () => []))
    .use(webRoutes(server.ctx, bundle))
  return app.handle(new Request(`http://localhost${path}`, { headers }))
}
const loadPage = async (path = '/') => (await load(path, { accept: 'text/html' })).text()
const loadManifest = async () => (await load('/manifest.webmanifest')).json()
const put = (key: string, value: string) =>
  server.call('PUT', `/admin/settings/${key}`, { as: 'ada', body: { value } })

test('without branding, the page and the app have the name and colors of Quire', async () => {
  const page = await loadPage()
  expect(page).toContain('<title>Quire</title>')
  expect(page).not.toContain('branding.css')
  expect(await loadManifest()).toEqual({ name: 'Quire', short_name: 'Quire', start_url: '.' })
  expect((await load('/branding.css')).status).toBe(404)
})

test('the name and color are in the page, before anybody has signed in, and in the app', async () => {
  await put('branding.name', '<Attic> & "Co"')
  await put('branding.color', '#2f6db5')
  const page = await loadPage()
  expect(page).toContain('<title>&lt;Attic&gt; &amp; &quot;Co&quot;</title>')
  expect(page).toContain('<link rel="stylesheet" href="branding.css?v=2f6db5" data-branding>')
  expect(page).not.toContain('<Attic>')
  expect(await loadManifest()).toMatchObject({ name: '<Attic> & "Co"', start_url: '.' })
  const styles = await load('/branding.css?v=2f6db5')
  expect(styles.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(await styles.text()).toContain('--accent:')
  const tag = styles.headers.get('etag')!
  expect((await load('/branding.css', { 'if-none-match': tag })).status).toBe(304)
  await put('branding.color', '#aa2233')
  expect((await load('/branding.css', { 'if-none-match': tag })).status).toBe(200)
})

describe('the accent color', () => {
  const colors = ['#000000', '#ffffff', '#2f6db5', '#ffff00', '#00ff00', '#808080', '#010203']
  const surfaces = [
    { surface: '#2e2b26', towards: '#ffffff' },
    { surface: '#dfd7c8', towards: '#000000' },
  ]

  test.each(surfaces)('is readable on $surface', ({ surface, towards }) => {
    for (const color of colors) {
      const shown = findReadable(color, surface, towards)
      expect(computeContrast(shown, surface)).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('stays as it is where it is readable', () => {
    expect(findReadable('#ff6f4f', '#2e2b26', '#ffffff')).toBe('#ff6f4f')
    expect(computeContrast('#ffffff', '#000000')).toBeCloseTo(21)
  })

  test('has readable text on it, in both themes', () => {
    for (const color of colors) {
      const styles = renderBrandingStyles(color)
      const pairs = [...styles.matchAll(/--accent:(#\w{6});--on-accent:(#\w{6})/g)]
      expect(pairs.length).toBe(3)
      for (const [, accent, on] of pairs) {
        expect(computeContrast(accent!, on!)).toBeGreaterThanOrEqual(4.5)
      }
    }
  })
})
