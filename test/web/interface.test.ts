/** The door of the interface, with a small bundle made here instead of the built one. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { Elysia } from 'elysia'
import { errorHandler } from '../../src/platform/http/errors'
import { defaultHeaders } from '../../src/platform/http/default-headers'
import { getLiveEvents } from '../../src/admin/live/live-events'
import type { Bundle } from '../../src/web/assets-model'
import { openBundle } from '../../src/web/bundle'
import { setViewerIdentification } from '../../src/accounts/permissions/guard'
import { identifyViewer } from '../../src/accounts/users/sign-in/identify'
import { pages, webRoutes } from '../../src/web/routes'
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

async function get(path: string, headers: Record<string, string> = {}, basePath = '') {
  const config = {
    ...server.ctx.config,
    server: { ...server.ctx.config.server, base_path: basePath },
  }
  const ctx = { ...server.ctx, config }
  setViewerIdentification(ctx, identifyViewer)
  const app = new Elysia({ normalize: false, handler: { standardHostname: false } })
    .use(defaultHeaders(ctx))
    .use(pages(ctx, askNobody, bundle))
    .use(errorHandler(ctx, () => []))
    .use(webRoutes(bundle))
  return app.handle(new Request(`http://localhost${path}`, { headers }))
}
/** What the page carries besides is told in first-answers.test.ts. */
const askNobody = { send: async () => new Response(null, { status: 404 }), timeoutMs: 0 }
const navigate = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('a part of the interface', () => {
  test('is given in the form that the browser takes best, each with its own validator', async () => {
    const tags = new Set<string>()
    for (const [accepted, form] of [
      ['gzip, deflate, br', 'br'],
      ['gzip, deflate', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await get('/assets/main-abc.js', { 'accept-encoding': accepted })
      expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, form])
      expect(answer.headers.get('vary')).toBe('accept-encoding')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      tags.add(answer.headers.get('etag')!)
    }
    expect(tags.size).toBe(3)
    expect([...tags].every((tag) => /^"[^"]+"$/.test(tag))).toBe(true)
  })

  test('holds in each form the same bytes', async () => {
    const packed = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip' })
    const bytes = new Uint8Array(await packed.arrayBuffer())
    expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toBe(script)
    expect(await (await get('/assets/main-abc.js')).text()).toBe(script)
  })

  test('is not sent again to who has it', async () => {
    const first = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip' })
    const again = { 'accept-encoding': 'gzip', 'if-none-match': first.headers.get('etag')! }
    const second = await get('/assets/main-abc.js', again)
    expect([second.status, await second.text()]).toEqual([304, ''])
  })

  test('that is missing is missing, even for who would take a page', async () => {
    const answer = await get('/assets/old-123.js', navigate)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toContain('application/json')
  })

  test('with a name that stays is asked for again', async () => {
    const answer = await get('/favicon.svg')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  })
})

describe('the page', () => {
  test('is kept by no browser: the way back would show it to the next person', async () => {
    const answer = await get('/', navigate)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('stands at every address that a browser goes to, under a strict policy', async () => {
    for (const path of ['/', '/login', '/?a=b']) {
      const answer = await get(path, navigate)
      expect([path, answer.status]).toEqual([path, 200])
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const policy = answer.headers.get('content-security-policy')!
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toContain('unsafe')
    }
  })

  test('is sent with 404 where there is no such screen', async () => {
    expect((await get('/wp-admin', navigate)).status).toBe(404)
  })

  test('knows no screen by a name that every object of JavaScript has', async () => {
    const ann = { ...navigate, authorization: `Bearer ${server.getToken('ann')}` }
    for (const path of ['/constructor', '/__proto__', '/toString/x', '/language:de', '/fonts']) {
      for (const headers of [navigate, ann]) {
        const answer = await get(path, headers)
        expect([path, answer.status]).toEqual([path, 404])
        expect(answer.headers.get('content-type')).toContain('text/html')
      }
    }
  })

  test('is never the answer to a program', async () => {
    for (const [path, accept] of [
      ['/library', 'application/json'],
      ['/library', '*/*'],
      ['/api/v1/nothing', navigate.accept],
      ['/opds/nothing', navigate.accept],
      ['/api', navigate.accept],
    ] as const) {
      const answer = await get(path, { accept })
      expect([path, answer.status]).toEqual([path, 404])
      expect(answer.headers.get('content-type')).toContain('application/json')
    }
  })

  test('says where Quire lies, in which look, and asks for its parts at once', async () => {
    const headers = { ...navigate, cookie: 'quire_look=oled.de' }
    const page = await (await get('/', headers, '/quire')).text()
    expect(page).toContain('<base href="/quire/">')
    expect(page).toContain('<html lang="de" data-theme="oled">')
    expect(page).toContain('<meta name="theme-color" content="#000000">')
    expect(page).toContain('<link rel="modulepreload" href="assets/login.js" crossorigin>')
  })

  test('is in the language that the browser asks for, and believes no other look', async () => {
    const asked = { ...navigate, 'accept-language': 'de-CH,de;q=0.9' }
    expect(await (await get('/', asked)).text()).toContain('<html lang="de">')
    const odd = { ...navigate, cookie: 'quire_look="><script>.xx' }
    expect(await (await get('/', odd)).text()).toContain('<html lang="en">')
  })

  test('is kept apart from other windows where browsers allow it: over HTTPS', async () => {
    const policyAt = async (origin: string) => {
      const app = new Elysia().use(pages(server.ctx, askNobody, bundle))
      const answer = await app.handle(new Request(`${origin}/`, { headers: navigate }))
      return answer.headers.get('cross-origin-opener-policy')
    }
    expect(await policyAt('https://quire.example.org')).toBe('same-origin')
    expect(await policyAt('http://nas.local')).toBeNull()
  })

  test('tells who is signed in, in data that no markup can leave', async () => {
    await server.addUser('</script><b>', 'reader')
    const token = server.getToken('</script><b>')
    const page = await (await get('/', { ...navigate, authorization: `Bearer ${token}` })).text()
    const boot = /<script type="application\/json" id="boot">(.*?)<\/script>/.exec(page)![1]!
    expect(JSON.parse(boot)).toMatchObject({ user: { username: '</script><b>' } })
    expect(page).toContain('assets/home.js')
    expect(JSON.parse(boot).latestEvent).toBe(getLiveEvents(server.ctx).latestId)
  })
})

test('without a built interface a page says how to build it', async () => {
  const app = new Elysia()
    .use(pages(server.ctx, askNobody, null))
    .use(errorHandler(server.ctx, () => []))
  const answer = await app.handle(new Request('http://localhost/', { headers: navigate }))
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('npm start')
})
