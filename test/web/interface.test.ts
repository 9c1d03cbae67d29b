/** Serving the interface, with a small bundle created by the test. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { Elysia } from 'elysia'
import { errorHandler } from '../../src/platform/http/errors'
import { defaultHeaders } from '../../src/platform/http/default-headers'
import { getEventStreams } from '../../src/admin/live/event-streams'
import type { Bundle } from '../../src/web/assets-model'
import { openBundle } from '../../src/web/bundle'
import { setViewerIdentification } from '../../src/accounts/permissions/guard'
import { identifyViewer } from '../../src/accounts/users/sign-in/identify-viewer'
import { pages, webRoutes } from '../../src/web/routes'
import { recordRunningVersion } from '../../src/admin/updates/version-history'
import { release } from '../../src/version'
import { type TestServer, startTestServer } from '../support/server'

const folder = mkdtempSync(join(tmpdir(), 'quire-ui-'))
const script = `const x = ${JSON.stringify('word '.repeat(200))}`
let server: TestServer
let bundle: Bundle

beforeAll(async () => {
  server = await startTestServer()
  writeFileSync(join(folder, 'main.js'), script)
  writeFileSync(join(folder, 'main.js.br'), brotliCompressSync(script))
  writeFileSync(join(folder, 'main.js.gz'), gzipSync(script))
  const files = { raw: 'main.js', br: 'main.js.br', gz: 'main.js.gz' }
  const type = 'text/javascript; charset=utf-8'
  const made: Bundle = {
    html: '<html lang="en"><head><!--base--><!--boot--></head></html>',
    assets: [
      { name: 'assets/main-abc.js', type, hash: 'abc', ...files },
      { name: 'favicon.svg', type: 'image/svg+xml', hash: 'def', raw: 'main.js' },
    ],
    preloads: { home: ['assets/home.js', 'assets/home.css'], login: ['assets/login.js'] },
    languages: ['en', 'de'],
  }
  writeFileSync(join(folder, 'bundle.json'), JSON.stringify(made))
  bundle = openBundle(folder)!
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function getPath(path: string, headers: Record<string, string> = {}, basePath = '') {
  const config = {
    ...server.ctx.config,
    server: { ...server.ctx.config.server, base_path: basePath },
  }
  const ctx = { ...server.ctx, config }
  setViewerIdentification(ctx, identifyViewer)
  const app = new Elysia({ normalize: false, handler: { standardHostname: false } })
    .use(defaultHeaders(ctx))
    .use(pages(ctx, rejectRequest, bundle))
    .use(errorHandler(ctx, () => []))
    .use(webRoutes(ctx, bundle))
  return app.handle(new Request(`http://localhost${path}`, { headers }))
}
/** Disables preloaded responses, which are tested in preloaded-responses.test.ts. */
const rejectRequest = { send: async () => new Response(null, { status: 404 }), timeoutMs: 0 }
const navigate = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('an asset', () => {
  test('is served in the best supported encoding, each with its own ETag', async () => {
    const tags = new Set<string>()
    for (const [accepted, form] of [
      ['gzip, deflate, br', 'br'],
      ['gzip, deflate', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await getPath('/assets/main-abc.js', { 'accept-encoding': accepted })
      expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, form])
      expect(answer.headers.get('vary')).toBe('accept-encoding')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      tags.add(answer.headers.get('etag')!)
    }
    expect(tags.size).toBe(3)
    expect([...tags].every((tag) => /^"[^"]+"$/.test(tag))).toBe(true)
  })

  test('has the same content in every encoding', async () => {
    const packed = await getPath('/assets/main-abc.js', { 'accept-encoding': 'gzip' })
    const bytes = new Uint8Array(await packed.arrayBuffer())
    expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toBe(script)
    expect(await (await getPath('/assets/main-abc.js')).text()).toBe(script)
  })

  test('returns 304 when the client has the current version', async () => {
    const first = await getPath('/assets/main-abc.js', { 'accept-encoding': 'gzip' })
    const again = { 'accept-encoding': 'gzip', 'if-none-match': first.headers.get('etag')! }
    const second = await getPath('/assets/main-abc.js', again)
    expect([second.status, await second.text()]).toEqual([304, ''])
  })

  test('returns 404 when missing, even for navigation', async () => {
    const answer = await getPath('/assets/old-123.js', navigate)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toContain('application/json')
  })

  test('without a hash in its name is revalidated', async () => {
    const answer = await getPath('/favicon.svg')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  })
})

describe('the page', () => {
  test('is not cached, because the back button could show it to the next user', async () => {
    const answer = await getPath('/', navigate)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('is served on every navigation path, with a strict Content-Security-Policy', async () => {
    for (const path of ['/', '/login', '/?a=b']) {
      const answer = await getPath(path, navigate)
      expect([path, answer.status]).toEqual([path, 200])
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const policy = answer.headers.get('content-security-policy')!
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toContain('unsafe')
    }
  })

  test('has status 404 for an unknown screen', async () => {
    expect((await getPath('/wp-admin', navigate)).status).toBe(404)
  })

  test('treats names of Object.prototype members as unknown screens', async () => {
    const ann = { ...navigate, authorization: `Bearer ${server.getToken('ann')}` }
    for (const path of ['/constructor', '/__proto__', '/toString/x', '/language:de', '/fonts']) {
      for (const headers of [navigate, ann]) {
        const answer = await getPath(path, headers)
        expect([path, answer.status]).toEqual([path, 404])
        expect(answer.headers.get('content-type')).toContain('text/html')
      }
    }
  })

  test('is never sent to API clients', async () => {
    for (const [path, accept] of [
      ['/library', 'application/json'],
      ['/library', '*/*'],
      ['/api/v1/nothing', navigate.accept],
      ['/opds/nothing', navigate.accept],
      ['/api', navigate.accept],
    ] as const) {
      const answer = await getPath(path, { accept })
      expect([path, answer.status]).toEqual([path, 404])
      expect(answer.headers.get('content-type')).toContain('application/json')
    }
  })

  test('contains base path and theme, and preloads its assets', async () => {
    const headers = { ...navigate, cookie: 'quire_look=oled.de' }
    const page = await (await getPath('/', headers, '/quire')).text()
    expect(page).toContain('<base href="/quire/">')
    expect(page).toContain('<html lang="de" data-theme="oled">')
    expect(page).toContain('<meta name="theme-color" content="#000000">')
    expect(page).toContain('<link rel="modulepreload" href="assets/login.js" crossorigin>')
  })

  test("uses the browser's language and ignores unknown themes", async () => {
    const asked = { ...navigate, 'accept-language': 'de-CH,de;q=0.9' }
    expect(await (await getPath('/', asked)).text()).toContain('<html lang="de">')
    const odd = { ...navigate, cookie: 'quire_look="><script>.xx' }
    expect(await (await getPath('/', odd)).text()).toContain('<html lang="en">')
  })

  test('is isolated from other windows over HTTPS', async () => {
    const getPolicy = async (origin: string) => {
      const app = new Elysia().use(pages(server.ctx, rejectRequest, bundle))
      const answer = await app.handle(new Request(`${origin}/`, { headers: navigate }))
      return answer.headers.get('cross-origin-opener-policy')
    }
    expect(await getPolicy('https://quire.example.org')).toBe('same-origin')
    expect(await getPolicy('http://nas.local')).toBeNull()
  })

  test('contains the signed-in user in escaped data', async () => {
    await server.addUser('</script><b>', 'reader')
    const token = server.getToken('</script><b>')
    const page = await (
      await getPath('/', { ...navigate, authorization: `Bearer ${token}` })
    ).text()
    const boot = /<script type="application\/json" id="boot">(.*?)<\/script>/.exec(page)![1]!
    expect(JSON.parse(boot)).toMatchObject({ user: { username: '</script><b>' } })
    expect(page).toContain('assets/home.js')
    expect(JSON.parse(boot).latestEvent).toHaveLength(getEventStreams(server.ctx).latestId.length)
  })

  test('tells whether Quire was updated since the user last saw what is new', async () => {
    const built = globalThis as { buildVersionChanges?: unknown }
    const changes = { version: release, date: null, changes: ['New'], moreCount: 0 }
    const headers = { ...navigate, authorization: `Bearer ${server.getToken('ann')}` }
    const isTold = async () =>
      (await (await getPath('/', headers)).text()).includes('"hasNewVersion":true')
    await recordRunningVersion(server.ctx, '0.0.1')
    expect(await isTold()).toBe(false)
    built.buildVersionChanges = [changes]
    expect(await isTold()).toBe(true)
    built.buildVersionChanges = undefined
  })

  test('for reading offline contains no user data, and the names of its files', async () => {
    const headers = { ...navigate, authorization: `Bearer ${server.getToken('ada')}` }
    const answer = await getPath('/offline-page', headers)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
    const html = await answer.text()
    const [, json = ''] = /id="boot">([^<]*)</.exec(html) ?? []
    const boot = JSON.parse(json) as { user: unknown; offlineFiles: string[] }
    expect(boot.user).toBeNull()
    expect(boot.offlineFiles).toEqual(['assets/main-abc.js', 'favicon.svg'])
    expect(html).not.toContain('data-answer')
  })

  test('D11: does not show visitors whether anything happened', async () => {
    const readEventId = async () => {
      const page = await (await getPath('/', navigate)).text()
      return /"latestEvent":"([^"]*)"/.exec(page)![1]!
    }
    const [first, second] = [await readEventId(), await readEventId()]
    expect(first).not.toBe(second)
    expect(first).toHaveLength(second.length)
  })
})

test('without a built interface, a page explains how to build it', async () => {
  const app = new Elysia()
    .use(pages(server.ctx, rejectRequest, null))
    .use(errorHandler(server.ctx, () => []))
  const answer = await app.handle(new Request('http://localhost/', { headers: navigate }))
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('npm start')
})
