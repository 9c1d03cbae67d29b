/** Names that other people see contain no characters that reverse the text around them. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { bidiControls } from '../../src/platform/lib/text/bidi-controls'
import { startTestServer, type TestServer } from '../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const controls = [...'\u061C\u200E\u200F\u202A\u202D\u202E\u2066\u2068\u2069']

const creations: [path: string, body: (name: string) => object][] = [
  ['/collections', (name) => ({ name })],
  ['/readlists', (name) => ({ name })],
  ['/access-groups', (name) => ({ name })],
  ['/reading-profiles', (name) => ({ name, settings: {} })],
  ['/filter-presets', (name) => ({ name, scope: 'series', condition: { allOf: [] } })],
  ['/admin/sharing-tags', (name) => ({ name })],
  ['/libraries', (name) => ({ name, paths: ['/'] })],
]

test.each(creations)('POST %s refuses bidirectional control characters', async (path, build) => {
  for (const control of controls) {
    const { status, body } = await server.call('POST', path, {
      as: 'ada',
      body: build(`a${control}b`),
    })
    expect(status).toBe(400)
    const message = 'contains characters that are not allowed'
    expect(body.details).toContainEqual(expect.objectContaining({ path: 'name', message }))
  }
})

test.each(['/collections', '/access-groups'])('PATCH %s refuses them, too', async (path) => {
  const created = await server.call('POST', path, { as: 'ada', body: { name: 'שלום عالم' } })
  expect(created.status).toBe(201)
  const body = { name: 'gpj.\u202Ecilbup' }
  const changed = await server.call('PATCH', `${path}/${created.body.id}`, { as: 'ada', body })
  expect(changed.status).toBe(400)
})

test('the name of the server and names of users refuse them', async () => {
  const body = { value: 'Q\u202Eeriu' }
  const setting = await server.call('PUT', '/admin/settings/branding.name', { as: 'ada', body })
  expect([setting.status, setting.body.details?.[0]?.message]).toEqual([
    400,
    'contains characters that are not allowed',
  ])
  const user = { username: 'a\u202Eb', email: 'a@b.example', password: 'long enough' }
  expect((await server.call('POST', '/users', { as: 'ada', body: user })).status).toBe(400)
})

test('all characters with the property Bidi_Control are meant', () => {
  const pattern = new RegExp(`^[${bidiControls}]$`)
  for (let code = 0; code <= 0xffff; code++) {
    const character = String.fromCharCode(code)
    expect(pattern.test(character)).toBe(/^\p{Bidi_Control}$/u.test(character))
  }
})
