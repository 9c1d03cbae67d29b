/** Installing a plugin. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { click, fill, isDisabled } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, waitFor } from '../support/find'
import { api, getAddress, usePage } from '../support/page'
import { example, noMessage, openExample } from '../support/world/plugins'

usePage()

async function installPackage(name: string) {
  await click('button', 'Install a plugin')
  const sheet = await findByRole('dialog', 'Install a plugin')
  expect(isDisabled(await findByRole('button', 'Install', sheet))).toBe(true)
  await fill('Or a package name', name, sheet)
  await click('button', 'Install', sheet)
  return sheet
}

test('a package is installed, and a name that is taken is asked for', async () => {
  await openExample('/settings/plugins')
  api.refuse('post', '/api/v1/admin/plugins', 422, {
    error: 'invalid',
    message: 'Invalid',
    details: [{ path: 'name', message: 'It belongs to another plugin', code: 'x', params: {} }],
  })
  const sheet = await installPackage(' @example/quire ')
  await findText('It belongs to another plugin')
  api.on('post', '/api/v1/admin/plugins', {
    ...noMessage,
    plugin: example,
  } as Schemas['PluginStatus'])
  await fill('Name', 'another', sheet)
  await click('button', 'Install', sheet)
  await waitFor(() => getAddress() === `/settings/plugins/${example.id}`, 'its page')
  const body = { command: 'npx', args: ['@example/quire'], allowUnconfined: false }
  expect(api.changes).toEqual([
    sent('post', '/api/v1/admin/plugins', body),
    sent('post', '/api/v1/admin/plugins', { ...body, name: 'another' }),
  ])
})

test('a system that cannot confine plugins asks before it installs one', async () => {
  await openExample('/settings/plugins', false)
  api.on('post', '/api/v1/admin/plugins', {
    ...noMessage,
    plugin: example,
  } as Schemas['PluginStatus'])
  const sheet = await installPackage('@example/quire')
  await findText('This system can’t confine plugins', sheet)
  const question = await findByRole('dialog', 'Run this plugin unconfined?')
  await click('button', 'Cancel', question)
  await findNone('dialog', 'Run this plugin unconfined?')
  expect(api.changes).toEqual([])
  await click('button', 'Install', sheet)
  await click('button', 'Run unconfined', await findByRole('dialog', 'Run this plugin unconfined?'))
  await waitFor(() => api.changes.length === 1, 'the request')
  expect(api.changes[0]?.body).toMatchObject({ allowUnconfined: true })
})
