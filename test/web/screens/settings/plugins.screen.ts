/** The page of a plugin in the settings. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { choose, click, fill, isChecked } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, waitFor } from '../support/find'
import { api, getAddress, usePage } from '../support/page'
import { example, noMessage, openExample, pluginPath } from '../support/world/plugins'
import { library } from '../support/world/works'

usePage()

const atExample = { id: example.id }
const path = pluginPath
const patched = (body: Schemas['PluginPatch']) => sent('patch', path, body, atExample)

test('a host is allowed by its address, and a refused one is reported at the field', async () => {
  await openExample()
  api.refuse('patch', path, 422, { error: 'invalid', message: 'It must be a host name' })
  await fill('Add a host', 'no host')
  await click('button', 'Allow Add a host')
  await findText('It must be a host name')
  acceptChanges()
  await fill('Add a host', 'http://127.0.0.1:8080/search')
  await click('button', 'Allow Add a host')
  await findByRole('button', 'Remove 127.0.0.1:8080')
  expect(api.changes).toEqual([
    patched({ hosts: ['no host'] }),
    patched({ hosts: ['127.0.0.1:8080'] }),
  ])
})

/** Accepts changes again. */
function acceptChanges() {
  api.on('patch', path, ({ body }) => {
    const changed = { ...example, ...(body as Partial<Schemas['Plugin']>) }
    api.on('get', '/api/v1/admin/plugins', {
      plugins: [changed],
      total: 1,
      canConfine: true,
      hasRegistry: true,
      permissions: [],
    })
    return changed
  })
}

test('a host that the plugin asked for is allowed and removed', async () => {
  await openExample()
  await findText('Not allowed. The plugin tried to connect to this host.')
  await click('button', 'Allow api.example.org')
  await click('button', 'Remove api.example.org')
  await findByRole('button', 'Allow api.example.org')
  expect(api.changes).toEqual([patched({ hosts: ['api.example.org'] }), patched({ hosts: [] })])
})

test('a number of the settings is checked, and sent as a number', async () => {
  await openExample()
  const form = (await findByRole('textbox', 'Limit')).closest('form')!
  await fill('Limit', 'many', form)
  await findText('Enter a number')
  await click('button', 'Save', form)
  expect(api.changes).toEqual([])
  await fill('Limit', '2,5', form)
  await click('button', 'Save', form)
  await findText('Saved')
  expect(api.changes).toEqual([patched({ config: { limit: 2.5 } })])
})

test('a credential is stored and never shown again', async () => {
  await openExample()
  await findText('Missing')
  await click('button', 'Enter API key')
  const sheet = await findByRole('dialog', 'API key')
  const secret = (await findByRole('textbox', 'API key', sheet)) as HTMLInputElement
  expect(secret.type).toBe('password')
  await fill('API key', ' top secret ', sheet)
  await click('button', 'Save', sheet)
  await findByRole('button', 'Replace API key')
  await findNone('dialog', 'API key')
  expect(document.body.innerHTML).not.toContain('top secret')
  expect(api.changes).toEqual([patched({ credentials: { api_key: 'top secret' } })])
})

test('the fields that a plugin may fill are limited one by one', async () => {
  await openExample()
  await choose('Series fields', 'Selected fields')
  await click('checkbox', 'Summary')
  const summary = await findByRole('checkbox', 'Summary')
  await waitFor(() => !isChecked(summary), 'the check')
  await click('checkbox', 'Titles')
  await findText('This plugin is not allowed to change anything')
  expect(api.changes).toEqual([
    patched({ permissions: ['metadata:write:title', 'metadata:write:summary'] }),
    patched({ permissions: ['metadata:write:title'] }),
    patched({ permissions: [] }),
  ])
})

test('without any library, the last choice stays, and nothing is sent', async () => {
  await openExample()
  await choose('Libraries', 'Selected libraries')
  await findText('Libraries that you add later are not included')
  await click('checkbox', 'Comics')
  await findText('Select at least one library.')
  expect(api.changes).toEqual([patched({ libraryIds: [library.id] })])
})

test('a plugin that fails its check is not reported as working', async () => {
  await openExample()
  api.on('post', '/api/v1/admin/plugins/{id}/test', {
    ...noMessage,
    success: false,
    message: 'The service answered 503',
    latencyMs: null,
    manifest: null,
  })
  await click('button', 'Test')
  await findByRole('alert', 'The service answered 503')
  expect(api.changes).toEqual([sent('post', '/api/v1/admin/plugins/{id}/test', null, atExample)])
})

test('a plugin is removed after a question that says what stays', async () => {
  await openExample()
  await click('button', 'Remove Example')
  const question = await findByRole('dialog', 'Remove Example?')
  await findText('stay in your library', question)
  await click('button', 'Remove', question)
  await findText('No plugins yet')
  expect(getAddress()).toBe('/settings/plugins')
  expect(api.changes).toEqual([sent('delete', path, null, atExample)])
})

test('an earlier version is restored', async () => {
  await openExample()
  api.on('post', '/api/v1/admin/plugins/{id}/restore', {
    ...noMessage,
    plugin: { ...example, version: '1.0.0' },
  } as Schemas['PluginStatus'])
  await click('button', 'Go back to version 1.0.0')
  await waitFor(() => api.changes.length === 1, 'the request')
  expect(api.changes).toEqual([sent('post', '/api/v1/admin/plugins/{id}/restore', null, atExample)])
})
