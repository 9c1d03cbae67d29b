/** Settings that administrators change while the server runs. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { getSetting } from '../../../src/platform/settings/settings'
import { createTestConfig, startTestServer, type TestServer } from '../../support/server'

let server: TestServer
const path = '/admin/settings'

beforeAll(async () => {
  server = await startTestServer({ 'scan.missing_minimum': '33' })
})
afterAll(() => server.close())

const put = (key: string, value: string, more = {}) =>
  server.call('PUT', `${path}/${key}`, { as: 'ada', body: { value, ...more } })
const get = async (key: string) => (await server.call('GET', `${path}/${key}`, { as: 'ada' })).body

describe('settings', () => {
  test('are listed with their type, bounds and default, and by category', async () => {
    const { body } = await server.call('GET', path, { as: 'ada' })
    const quality = body.find(({ key }: { key: string }) => key === 'thumbnails.quality')
    expect(quality).toMatchObject({
      value: '75',
      valueType: 'integer',
      category: 'thumbnails',
      defaultValue: '75',
      minValue: 1,
      maxValue: 100,
      isSensitive: false,
      source: 'default',
      isReadOnly: false,
      readOnlyReason: null,
      updatedBy: null,
      version: 0,
    })
    const branding = await server.call('GET', `${path}?category=branding`, { as: 'ada' })
    expect(branding.body.map(({ key }: { key: string }) => key)).toEqual([
      'branding.name',
      'branding.color',
    ])
  })

  test('are set up by an installer after the first account', async () => {
    const send = (settings: object, skipConfiguration = false, as = 'ada') =>
      server.call('PATCH', '/setup/settings', { as, body: { settings, skipConfiguration } })
    const saved = await send({ 'providers.cache_mb': '123', 'pages.cache_mb': '70' })
    expect(saved.body).toMatchObject({ code: 'settings.saved', settingsConfigured: 2 })
    expect(await get('providers.cache_mb')).toMatchObject({ value: '123', source: 'stored' })
    const skipped = await send({ 'providers.cache_mb': '124' }, true)
    expect(skipped.body).toMatchObject({ settingsConfigured: 0 })
    const wrong = await send({ 'providers.cache_mb': '124', 'pages.cache_mb': '-1' })
    expect(wrong.status).toBe(400)
    expect((await get('providers.cache_mb')).value).toBe('123')
    expect((await send({ 'scan.missing_minimum': '1' })).status).toBe(409)
    expect((await send({}, false, 'max')).status).toBe(403)
    for (const key of ['providers.cache_mb', 'pages.cache_mb'])
      await server.call('POST', `${path}/${key}/reset`, { as: 'ada' })
  })

  test('are for administrators only', async () => {
    for (const as of ['ann', 'max']) {
      expect((await server.call('GET', path, { as })).status).toBe(403)
      const body = { value: 'Mine' }
      expect((await server.call('PUT', `${path}/branding.name`, { as, body })).status).toBe(403)
    }
    expect((await server.call('GET', path)).status).toBe(401)
  })

  test('change at once, in every process, and say who changed them', async () => {
    const changed = await put('thumbnails.quality', ' 60 ')
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({
      value: '60',
      source: 'stored',
      version: 1,
      updatedBy: server.getUserId('ada'),
    })
    // Another process has its own configuration and the same database.
    const other = { db: server.ctx.db, config: createTestConfig() }
    expect(await getSetting(other, 'thumbnails.quality')).toBe(60)
    expect(await getSetting(server.ctx, 'thumbnails.quality')).toBe(60)
  })

  test('are read-only where a file, the environment or the command line has them', async () => {
    const fixed = await get('scan.missing_minimum')
    expect(fixed).toMatchObject({ value: '33', source: 'command_line', isReadOnly: true })
    expect(fixed.readOnlyReason.message).toStartWith('This setting is set by the command')
    const refused = await put('scan.missing_minimum', '5')
    expect([refused.status, refused.body.code]).toEqual([409, 'settings.fixed_by_command_line'])
    const reset = await server.call('POST', `${path}/scan.missing_minimum/reset`, { as: 'ada' })
    expect(reset.status).toBe(409)
    expect((await get('scan.missing_minimum')).version).toBe(0)
  })

  test.each([
    { source: 'SERVICE_BRANDING__NAME', kind: 'environment', text: 'SERVICE_BRANDING__NAME' },
    { source: '/etc/quire/service.yaml:7', kind: 'file', text: '/etc/quire/service.yaml:7' },
  ])('name the place that overrides them: $kind', async ({ source, kind, text }) => {
    const own = await startTestServer()
    try {
      Object.assign(own.ctx.config, { setting_sources: { 'branding.name': source } })
      const { body } = await own.call('GET', `${path}/branding.name`, { as: 'ada' })
      expect([body.source, body.isReadOnly]).toEqual([kind, true])
      expect(body.readOnlyReason.message).toContain(text)
    } finally {
      await own.close()
    }
  })

  test.each([
    { key: 'thumbnails.quality', value: '101', message: 'must be a whole number from 1 to 100' },
    { key: 'thumbnails.quality', value: 'high', message: 'must be a whole number from 1 to 100' },
    { key: 'updates.check', value: 'maybe', message: 'must be true or false' },
    { key: 'branding.color', value: 'red', message: 'must be a color such as #2f6db5' },
    { key: 'branding.name', value: '  ', message: 'must not be empty' },
    { key: 'branding.name', value: 'x'.repeat(41), message: 'must have at most 40 characters' },
    { key: 'branding.name', value: 'a\nb', message: 'contains characters that are not allowed' },
  ])('refuse $value for $key', async ({ key, value, message }) => {
    const before = await get(key)
    const { status, body } = await put(key, value)
    expect(status).toBe(400)
    expect(body.details).toMatchObject([{ path: 'value', message }])
    expect(await get(key)).toEqual(before)
  })

  test('that do not exist, or cannot change while the server runs, are not found', async () => {
    for (const key of ['server.port', 'auth.jwt_secret', 'constructor', 'branding']) {
      expect((await put(key, '1')).status).toBe(404)
      expect((await server.call('GET', `${path}/${key}`, { as: 'ada' })).status).toBe(404)
    }
  })

  test('are saved together or not at all', async () => {
    const bulk = (updates: { key: string; value: string }[]) =>
      server.call('POST', `${path}/bulk`, { as: 'ada', body: { updates } })
    const refused = await bulk([
      { key: 'branding.name', value: 'Attic' },
      { key: 'pages.cache_mb', value: '1' },
    ])
    expect(refused.status).toBe(400)
    expect(refused.body.details).toMatchObject([{ path: 'updates.1.value' }])
    expect((await get('branding.name')).value).toBe('Quire')
    const saved = await bulk([
      { key: 'branding.name', value: 'Attic' },
      { key: 'branding.color', value: '#26B' },
    ])
    expect(saved.body).toMatchObject([{ value: 'Attic' }, { value: '#2266bb' }])
  })

  test('have a history, which is a part of the audit log', async () => {
    await put('branding.name', 'Cellar', { changeReason: 'We moved' })
    const reset = await server.call('POST', `${path}/branding.name/reset`, { as: 'ada' })
    expect(reset.body).toMatchObject({ value: 'Quire', source: 'default' })
    const { body } = await server.call('GET', `${path}/branding.name/history?limit=2`, {
      as: 'ada',
    })
    const setting = await get('branding.name')
    expect(body).toMatchObject([
      { oldValue: 'Cellar', newValue: 'Quire', changeReason: null, settingId: setting.id },
      { oldValue: 'Attic', newValue: 'Cellar', changeReason: 'We moved', changedByName: 'ada' },
    ])
    const audit = await server.call('GET', '/audit-log?action=change_setting', { as: 'ada' })
    expect(audit.body.data[0]).toMatchObject({ targetKind: 'setting', targetId: 'branding.name' })
  })

  test('that are no longer valid have their default', async () => {
    const stored = { 'thumbnails.quality': { text: '500', version: 1, updatedAt: '2026-01-01' } }
    const config = createTestConfig()
    const answers = [{ value: JSON.stringify(stored) }]
    const chain = { from: () => chain, where: () => Promise.resolve(answers) }
    const db = { select: () => chain } as unknown as typeof server.ctx.db
    expect(await getSetting({ db, config }, 'thumbnails.quality')).toBe(75)
  })
})

describe('the name and color of the server', () => {
  test('are public', async () => {
    await put('branding.name', 'The <Attic> & Co')
    await put('branding.color', '#2f6db5')
    const { status, body } = await server.call('GET', '/settings/branding')
    expect([status, body]).toEqual([
      200,
      { applicationName: 'The <Attic> & Co', accentColor: '#2f6db5' },
    ])
    const shared = await server.call('GET', '/settings/public', { as: 'ann' })
    expect(shared.body['branding.name']).toEqual({
      key: 'branding.name',
      value: 'The <Attic> & Co',
    })
    expect((await server.call('GET', '/settings/public')).status).toBe(401)
  })

  test('are in the feeds of reading apps', async () => {
    const text = async (feed: string) => (await server.fetch(feed, { as: 'ann' })).text()
    const escaped = 'The &lt;Attic&gt; &amp; Co'
    const atom = await text('/opds')
    expect(atom).toContain(`<title>${escaped}</title>`)
    expect(atom).toContain(`<name>${escaped}</name>`)
    expect(await text('/opds/search.xml')).toContain(escaped)
    expect(JSON.parse(await text('/opds/v2')).metadata.title).toBe('The <Attic> & Co')
    const refused = await server.fetch('/opds/v2')
    expect(await refused.json()).toMatchObject({ title: 'The <Attic> & Co' })
  })
})
