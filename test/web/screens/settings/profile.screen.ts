/** Profile and password in the settings. */
import { expect, test } from 'bun:test'
import { click, fill, findByRole, findText } from './support/find'
import { pageOf } from './support/pages'
import { api, open, usePage } from './support/page'

usePage()

async function changePassword(next: string, again = next) {
  api.on('get', '/api/v1/api-keys', pageOf([]))
  await open('/settings/profile')
  const form = (await findByRole('button', 'Change password')).closest('form')!
  await fill('Current password', 'correct horse', form)
  await fill('New password', next)
  await fill('Confirm new password', again)
  await click('button', 'Change password')
}

test('two different new passwords are not sent', async () => {
  await changePassword('another horse', 'another house')
  await findText('The passwords don’t match.')
  expect(api.changes).toEqual([])
})

test('a wrong current password is reported in the form', async () => {
  api.refuse('put', '/api/v1/auth/password', 403, {
    error: 'forbidden',
    code: 'accounts.wrong_password',
    message: 'Wrong password',
  })
  await changePassword('another horse')
  await findByRole('alert')
  await findText('The current password is incorrect.')
})

test('a new password is sent and confirmed', async () => {
  api.on('put', '/api/v1/auth/password', null as never)
  await changePassword('another horse')
  await findText('Password changed.')
  expect(api.changes).toMatchObject([
    {
      method: 'PUT',
      url: '/api/v1/auth/password',
      body: { currentPassword: 'correct horse', newPassword: 'another horse' },
    },
  ])
})
