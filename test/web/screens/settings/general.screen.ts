/** Settings of the server in the settings. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { click, fill, isDisabled } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText } from '../support/find'
import { settingGroups } from '../../../../src/web/ui/screens/settings/server/general/setting-labels'
import { api, open, usePage } from '../support/page'

usePage()

type Setting = Schemas['Setting']

const path = '/api/v1/admin/settings'

const createSetting = (setting: Partial<Setting> & { key: string }): Setting => ({
  id: '01a1fdc4-0439-7419-b25d-000000000001',
  value: '',
  valueType: 'string',
  category: setting.key.split('.')[0]!,
  description: '',
  isSensitive: false,
  defaultValue: '',
  minValue: null,
  maxValue: null,
  source: 'default',
  isReadOnly: false,
  readOnlyReason: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  updatedBy: null,
  version: 0,
  ...setting,
})

const quality = { valueType: 'integer', value: '75', defaultValue: '75' } as const
const settings = () => [
  createSetting({ key: 'branding.name', value: 'Quire', defaultValue: 'Quire' }),
  createSetting({ key: 'branding.color', valueType: 'color' }),
  createSetting({ key: 'updates.check', valueType: 'boolean', value: 'false' }),
  createSetting({ key: 'thumbnails.quality', ...quality, minValue: 1, maxValue: 100 }),
  createSetting({
    key: 'pages.cache_mb',
    valueType: 'integer',
    value: '500',
    source: 'environment',
    isReadOnly: true,
    readOnlyReason: {
      code: 'settings.fixed_by_environment',
      params: { name: 'SERVICE_PAGES__CACHE_MB' },
      message: 'This setting is set by the environment variable SERVICE_PAGES__CACHE_MB.',
    } as unknown as NonNullable<Setting['readOnlyReason']>,
  }),
]

async function openGeneral() {
  let current = settings()
  api.on('get', path, () => current)
  api.on('post', `${path}/bulk`, ({ body }) => {
    const { updates } = body as { updates: { key: string; value: string }[] }
    const values = new Map(updates.map(({ key, value }) => [key, value]))
    current = current.map((one) => ({ ...one, value: values.get(one.key) ?? one.value }))
    return current.filter(({ key }) => values.has(key))
  })
  await open('/settings/general')
  await findByRole('heading', 'General')
}

test('only what was changed is saved, and the name and color apply at once', async () => {
  await openGeneral()
  expect(isDisabled(await findByRole('button', 'Save'))).toBe(true)
  await fill('Name of this server', 'The Attic')
  await fill('Accent color', '#2f6db5')
  await click('switch', 'Check for newer versions')
  await click('button', 'Save')
  await findText('Settings saved')
  expect(api.changes).toEqual([
    sent('post', `${path}/bulk`, {
      updates: [
        { key: 'branding.name', value: 'The Attic' },
        { key: 'branding.color', value: '#2f6db5' },
        { key: 'updates.check', value: 'true' },
      ],
    }),
  ])
  await findByRole('link', 'The Attic')
  expect(document.title).toBe('General · The Attic')
  const sheet = document.querySelector('link[data-branding]')
  expect(sheet?.getAttribute('href')).toEndWith('branding.css?v=2f6db5')
})

test('each setting has a line that explains it', async () => {
  const all = settingGroups().flatMap((group) => group.settings)
  const switches = new Set([
    'auth.quick_switch',
    'updates.check',
    'scan.on_start',
    'api.rate_limit.enabled',
  ])
  api.on('get', path, () =>
    all.map(({ key }) =>
      createSetting({ key, valueType: switches.has(key) ? 'boolean' : 'string' }),
    ),
  )
  await open('/settings/general')
  for (const { key, label } of all) {
    const field = await findByRole(switches.has(key) ? 'switch' : 'textbox', label)
    expect([label, field.getAttribute('aria-describedby')]).toEqual([label, expect.any(String)])
  }
})

test('a value that the server would refuse cannot be saved', async () => {
  await openGeneral()
  await fill('Thumbnail quality, in percent', '101')
  await findText('Enter a whole number from 1 to 100')
  expect(isDisabled(await findByRole('button', 'Save'))).toBe(true)
  await fill('Thumbnail quality, in percent', '60')
  expect(isDisabled(await findByRole('button', 'Save'))).toBe(false)
  await fill('Accent color', 'red')
  await findText('Enter a color such as #2f6db5, or leave the field empty')
  expect(isDisabled(await findByRole('button', 'Save'))).toBe(true)
})

test('a setting that is fixed elsewhere is shown with the reason', async () => {
  await openGeneral()
  const field = await findByRole('group', 'Page cache, in megabytes')
  await findText('500', field)
  await findText('SERVICE_PAGES__CACHE_MB', field)
  await findNone('textbox', undefined, field)
  await findByRole('textbox', 'Thumbnail quality, in percent')
})
