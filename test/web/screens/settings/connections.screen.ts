/** Reading sync: connections to services. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { click, fill, isChecked, isDisabled } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, waitFor } from '../support/find'
import { api, open, usePage } from '../support/page'
import { pageOf } from '../support/world/pages'
import { createSeries, library } from '../support/world/works'

usePage()

const pluginId = '01a1fdc4-0439-7419-b25d-00000000a115'
const atPlugin = { plugin_id: pluginId }
const available: Schemas['AvailableUserPlugin'] = {
  pluginId,
  requiresOauth: false,
  oauthConfigured: false,
  capabilities: {
    readSync: true,
    userRecommendationProvider: true,
    wantsDetailedProgress: false,
    wantsFullMetadata: false,
  },
  signIn: 'token',
  tokenSource: null,
  countsVolumes: true,
  description: null,
  userSetupInstructions: null,
  userConfigSchema: null,
  name: 'anilist',
  displayName: 'AniList',
}
const { name: _, displayName, ...shared } = available
const connected: Schemas['UserPlugin'] = {
  ...shared,
  id: '01a1fdc4-0439-7419-b25d-00000000c011',
  pluginName: 'anilist',
  pluginDisplayName: displayName,
  pluginType: 'builtin',
  enabled: true,
  connected: true,
  requiresAuth: true,
  healthStatus: 'healthy',
  lastError: null,
  config: {},
  autoSync: true,
  externalUsername: 'ada',
  lastSyncAt: null,
  lastSuccessAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
}
const status: Schemas['SyncStatus'] = {
  pluginId,
  pluginName: 'anilist',
  connected: true,
  enabled: true,
  healthStatus: 'healthy',
  failureCount: 0,
  lastSyncAt: null,
  lastSuccessAt: null,
  syncing: false,
  pendingPull: null,
  pendingPush: null,
}

/** Opens the connections. The server keeps what is changed there. */
async function openSync(list: Schemas['UserPlugins'], runs: Schemas['SyncRun'][] = []) {
  const island = createSeries('Island')
  api.on('get', '/api/v1/libraries', [library])
  api.on('get', '/api/v1/series', ({ url }) => pageOf(url.includes('Island') ? [island] : []))
  api.on('get', '/api/v1/series/{id}', island)
  api.on('get', '/api/v1/user/plugins', () => list)
  api.on('get', '/api/v1/user/plugins/{plugin_id}/sync/status', status)
  api.on('get', '/api/v1/user/plugins/{plugin_id}/sync/runs', () => pageOf(runs))
  api.on('patch', '/api/v1/user/plugins/{plugin_id}/config', ({ body }) => {
    const { config } = body as Schemas['UserPluginConfigUpdate']
    const [last] = list.enabled
    list.enabled = [{ ...last!, config: { ...last!.config, ...config } }]
    return list.enabled[0]!
  })
  await open('/settings/reading-sync')
  await findByRole('heading', 'Reading sync')
}

test('a token is sent without spaces, and the service is connected', async () => {
  const list: Schemas['UserPlugins'] = { enabled: [], available: [available] }
  await openSync(list)
  api.on('post', '/api/v1/user/plugins/{plugin_id}/credentials', () => {
    Object.assign(list, { enabled: [connected], available: [] })
    return connected
  })
  await click('button', 'Connect AniList')
  const sheet = await findByRole('dialog', 'Connect AniList')
  const button = await findByRole('button', 'Connect', sheet)
  expect(isDisabled(button)).toBe(true)
  await fill('Access token', ' secret ', sheet)
  await click('button', 'Connect', sheet)
  await findByRole('button', 'Disconnect AniList')
  expect(api.changes).toEqual([
    sent(
      'post',
      '/api/v1/user/plugins/{plugin_id}/credentials',
      { accessToken: 'secret' },
      atPlugin,
    ),
  ])
})

test('a refused password stays in the form with the reason', async () => {
  await openSync({ enabled: [], available: [{ ...available, signIn: 'password' }] })
  api.refuse('post', '/api/v1/user/plugins/{plugin_id}/credentials', 403, {
    error: 'forbidden',
    message: 'Wrong password',
  })
  await click('button', 'Connect AniList')
  const sheet = await findByRole('dialog', 'Connect AniList')
  await fill('Email address for AniList', 'ada@example.org', sheet)
  await fill('Password for AniList', 'a wrong horse', sheet)
  await click('button', 'Connect', sheet)
  await findByRole('alert', undefined, sheet)
  expect(api.changes).toEqual([
    sent(
      'post',
      '/api/v1/user/plugins/{plugin_id}/credentials',
      { username: 'ada@example.org', password: 'a wrong horse' },
      atPlugin,
    ),
  ])
})

test('a service that is not registered says who can register it', async () => {
  await openSync({ enabled: [], available: [{ ...available, signIn: 'redirect' }] })
  await findText('An administrator must first register this server with AniList')
  await findNone('button', 'Connect AniList')
})

test('series and adult titles are excluded, and included again', async () => {
  const list = { enabled: [connected], available: [] }
  await openSync(list)
  await click('button', 'Exclude series from AniList')
  const sheet = await findByRole('dialog', 'Exclude series from AniList')
  await fill('Exclude a series', 'Island', sheet)
  await click('button', 'Exclude Island', sheet)
  await findByRole('button', 'Include again: Island', sheet)
  const adult = await findByRole('switch', 'Adult titles', sheet)
  await click('switch', 'Adult titles', sheet)
  await waitFor(() => isChecked(adult), 'the switch')
  await click('button', 'Include again: Island', sheet)
  await findByRole('button', 'Exclude Island', sheet)
  const path = '/api/v1/user/plugins/{plugin_id}/config'
  const { id } = createSeries('Island')
  expect(api.changes).toEqual([
    sent('patch', path, { config: { excludedSeriesIds: [id] } }, atPlugin),
    sent('patch', path, { config: { excludeAdult: true } }, atPlugin),
    sent('patch', path, { config: { excludedSeriesIds: [] } }, atPlugin),
  ])
})

test('recommendations start off for a service that synchronizes', async () => {
  await openSync({ enabled: [connected], available: [] })
  const recommend = await findByRole('switch', 'Recommend titles')
  expect(isChecked(recommend)).toBe(false)
  await click('switch', 'Recommend titles')
  await waitFor(() => isChecked(recommend) && api.changes.length === 1, 'the switch')
  expect(api.changes[0]?.body).toEqual({ config: { recommendations: true } })
})

test.each([{ pluginType: 'builtin' }, { pluginType: 'user' }] as const)(
  'M12: ratings and notes are synced only if the user agrees: %o',
  async (kind) => {
    await openSync({ enabled: [{ ...connected, ...kind }], available: [] })
    for (const [label, name] of [
      ['Sync ratings', 'syncScores'],
      ['Sync notes', 'syncNotes'],
    ] as const) {
      const toggle = await findByRole('switch', label)
      expect(isChecked(toggle)).toBe(false)
      await click('switch', label)
      await waitFor(() => isChecked(toggle) && api.changes.length > 0, 'the switch')
      expect(api.changes.at(-1)?.body).toEqual({ config: { [name]: true } })
    }
  },
)

test('the settings of a plugin are sent, and empty ones use the default', async () => {
  const field = { description: null, type: 'string' as const, required: false, default: null }
  const club = { ...field, key: 'club', label: 'Name of the club', example: null }
  const city = { ...field, key: 'city', label: 'City', example: null }
  const userConfigSchema = { description: null, fields: [club, city] }
  await openSync({
    enabled: [{ ...connected, userConfigSchema, config: { city: 'Rome' } }],
    available: [],
  })
  const save = await findByRole('button', 'Save')
  expect(isDisabled(save)).toBe(true)
  await fill('Name of the club', 'Owls')
  await fill('City', '')
  await click('button', 'Save')
  await findText('Saved')
  expect(api.changes).toEqual([
    sent(
      'patch',
      '/api/v1/user/plugins/{plugin_id}/config',
      { config: { club: 'Owls', city: null } },
      atPlugin,
    ),
  ])
})

test('a first sync waits for approval, and says what it would change', async () => {
  const waiting: Schemas['SyncRun'] = {
    id: '01a1fdc4-0439-7419-b25d-00000000f001',
    state: 'waiting',
    pulled: 2,
    pushed: 1,
    failed: 0,
    error: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    finishedAt: null,
  }
  const runs = [waiting]
  await openSync({ enabled: [connected], available: [] }, runs)
  api.on('post', '/api/v1/user/plugins/{plugin_id}/sync/runs/{run_id}/approve', () => {
    runs[0] = { ...waiting, state: 'done' }
    return { message: '', code: '', params: {} } as never
  })
  await findText('Waiting for your approval')
  await findText('2 series to mark as read here')
  await findText('1 series to update on AniList')
  await click('button', 'Apply')
  await findText('2 series marked as read here')
  await findByRole('button', 'Undo')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/user/plugins/{plugin_id}/sync/runs/{run_id}/approve', null, {
      ...atPlugin,
      run_id: waiting.id,
    }),
  ])
})

test('a service is disconnected after a question', async () => {
  const list: Schemas['UserPlugins'] = { enabled: [connected], available: [] }
  await openSync(list)
  api.on('delete', '/api/v1/user/plugins/{plugin_id}', () => {
    Object.assign(list, { enabled: [], available: [available] })
    return null as never
  })
  await click('button', 'Disconnect AniList')
  const question = await findByRole('dialog', 'Disconnect AniList?')
  expect(api.changes).toEqual([])
  await click('button', 'Disconnect', question)
  await findByRole('button', 'Connect AniList')
  await findNone('button', 'Disconnect AniList')
  expect(api.changes).toEqual([sent('delete', '/api/v1/user/plugins/{plugin_id}', null, atPlugin)])
})
