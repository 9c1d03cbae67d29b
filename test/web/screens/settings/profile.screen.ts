/** Profile and password in the settings. */
import { expect, test } from 'bun:test'
import { viewedUser } from '../../../../src/web/ui/state/session/view-as'
import { chooseFile, click, fill } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, waitFor } from '../support/find'
import { pageOf } from '../support/world/pages'
import { api, open, usePage } from '../support/page'
import { admin, reader } from '../support/world/people'

usePage()

const wrongPassword = {
  error: 'forbidden',
  code: 'accounts.wrong_password',
  message: 'Wrong password',
}

async function openForm(button: string, keys = 0) {
  api.on('get', '/api/v1/api-keys', { ...pageOf([]), total: keys })
  await open('/settings/profile')
  return (await findByRole('button', button)).closest('form')!
}

async function fillPassword(form: ParentNode, next: string, again = next) {
  await fill('Current password', 'correct horse', form)
  await fill('New password', next, form)
  await fill('Confirm new password', again, form)
}

test('a picture is chosen, shown in the sidebar, and removed', async () => {
  let pictureVersion: string | null = null
  const save = (version: string | null) => () => {
    pictureVersion = version
    return null as never
  }
  api.on('post', '/api/v1/user/picture', save('first'))
  api.on('delete', '/api/v1/user/picture', save(null))
  api.on('get', '/api/v1/auth/me', () => ({ ...admin, pictureVersion }))
  await openForm('Save')
  expect(document.querySelector('nav img[src*="/picture"]')).toBeNull()
  await chooseFile('me.png', 'picture')
  await findText('Saved')
  const picture = document.querySelector<HTMLImageElement>('nav img[src*="/picture"]')!
  expect(picture.src).toEndWith(`/api/v1/users/${admin.id}/picture?v=first`)
  // The initials return if the picture cannot be loaded.
  picture.dispatchEvent(new Event('error'))
  await waitFor(() => !document.querySelector('nav img[src*="/picture"]'), 'the initials')
  await click('button', 'Remove picture')
  await findNone('button', 'Remove picture')
  expect(api.changes.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /api/v1/user/picture',
    'DELETE /api/v1/user/picture',
  ])
})

const passwordChange = (deleteApiKeys: boolean) =>
  sent('put', '/api/v1/auth/password', {
    currentPassword: 'correct horse',
    newPassword: 'another horse',
    deleteApiKeys,
  })

test('two different new passwords are not sent', async () => {
  const form = await openForm('Change password')
  await fillPassword(form, 'another horse', 'another house')
  await click('button', 'Change password')
  await findText('The passwords don’t match')
  expect(api.changes).toEqual([])
})

test('a wrong current password is reported in the form', async () => {
  api.refuse('put', '/api/v1/auth/password', 403, wrongPassword)
  const form = await openForm('Change password')
  await fillPassword(form, 'another horse')
  await click('button', 'Change password')
  await findByRole('alert', 'The current password is incorrect', form)
  expect(api.changes).toEqual([passwordChange(false)])
})

test('S5: while viewing as another user, the own password is not changed', async () => {
  const message = 'Viewing as someone else is read-only. Stop viewing as them to make changes.'
  const refusal = { error: 'forbidden', code: 'access.view_as_reads_only', message }
  api.refuse('put', '/api/v1/auth/password', 403, refusal)
  viewedUser.set({ id: reader.id, name: reader.username })
  const form = await openForm('Change password')
  await fillPassword(form, 'another horse')
  await click('button', 'Change password')
  await findText(message)
  expect(api.sentTo('get', '/api/v1/api-keys').map(({ viewAs }) => viewAs)).toEqual([undefined])
  expect(api.changes).toMatchObject([{ method: 'PUT', viewAs: reader.id }])
})

test('a new password is sent and confirmed, and the form is empty again', async () => {
  api.on('put', '/api/v1/auth/password', null as never)
  const form = await openForm('Change password')
  await fillPassword(form, 'another horse')
  await findNone('checkbox', /API key/)
  await click('button', 'Change password')
  await findText('Password changed. All other devices are signed out.')
  expect(api.changes).toEqual([passwordChange(false)])
  const field = (await findByRole('textbox', 'New password')) as HTMLInputElement
  expect(field.value).toBe('')
})

test('with a new password, the API keys are deleted only on request', async () => {
  api.on('put', '/api/v1/auth/password', null as never)
  const form = await openForm('Change password', 2)
  await fillPassword(form, 'another horse')
  await click('checkbox', 'Also delete my 2 API keys')
  await click('button', 'Change password')
  await findText('Password changed.')
  expect(api.changes).toEqual([passwordChange(true)])
})

test('a new name is sent with the current password, and shown everywhere', async () => {
  api.on('patch', '/api/v1/user', null as never)
  api.on('get', '/api/v1/auth/me', { ...admin, username: 'Lovelace' })
  const form = await openForm('Save')
  await fill('Username', ' Lovelace ', form)
  await fill('Current password', 'correct horse', form)
  await click('button', 'Save', form)
  await findText('Lovelace')
  expect(api.changes).toEqual([
    sent('patch', '/api/v1/user', {
      username: 'Lovelace',
      email: admin.email,
      currentPassword: 'correct horse',
    }),
  ])
})
