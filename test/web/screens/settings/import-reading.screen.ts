/** Importing one's own reading from an app. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { chooseFile, click } from '../support/act'
import { findByRole, findNone, findText } from '../support/find'
import { api, open, usePage } from '../support/page'

usePage()

type Import = Schemas['Import']

const path = '/api/v1/user/imports'
const ready: Import = {
  id: '019c0000-0000-7000-8000-000000000001',
  kind: 'mihon',
  version: '?',
  state: 'ready',
  path: null,
  progress: null,
  preview: {
    folders: [],
    books: { total: 4, found: { id: 3 }, waiting: 1, ambiguous: 0, missing: ['X 1'], unclear: [] },
    people: [
      {
        foreignId: 'U1',
        name: 'ann',
        userId: null,
        account: 'ann',
        isNew: false,
        isAdmin: false,
        keepsPassword: false,
        completed: { same: 1, new: 2 },
        positions: {},
      },
    ],
    lists: [],
    edits: {},
    covers: {},
    labels: {},
    leftOut: [],
  },
  admins: [],
  canUndo: false,
  kept: null,
  error: null,
  createdAt: '2026-01-01T03:00:00.000Z',
  finishedAt: null,
}

async function openOwn(first: Import[]) {
  let current = first
  const become = (one: Import) => {
    current = [one]
    return one
  }
  api.on('get', path, () => current)
  api.on('post', path, () => become(ready))
  api.on('post', `${path}/{id}/apply`, () => become({ ...ready, state: 'done', canUndo: true }))
  api.on('post', `${path}/{id}/undo`, () => become({ ...ready, state: 'undone', kept: 0 }))
  api.on('delete', `${path}/{id}`, () => {
    current = []
    return null
  })
  await open('/settings/import-reading')
  await findByRole('heading', 'Import reading data')
}

test('a file is chosen, confirmed and undone', async () => {
  await openOwn([])
  await chooseFile('File from the app', 'backup')
  await findText('3 of 4 books were found here')
  await findText('Finished books: 2 new, 1 already here')
  await findNone('heading', 'People')
  await findNone('heading', 'Lists')
  await click('button', 'Import')
  await findByRole('heading', '3. Imported')
  await click('button', 'Undo import')
  const dialog = await findByRole('dialog', 'Undo this import?')
  expect(dialog.textContent).toContain('except data that you have changed since')
  await click('button', 'Undo import', dialog)
  await findByRole('heading', '3. Undone')
  await click('button', 'Done')
  await findByRole('heading', '1. Choose the file')
  await findText('Undone · Mihon')
})

test('an import is discarded', async () => {
  await openOwn([ready])
  await click('button', 'Discard')
  await findByRole('heading', '1. Choose the file')
})

test('a file that cannot be read says why', async () => {
  const error = { message: 'Not a backup', code: 'imports.no_app_file', params: {} } as const
  await openOwn([{ ...ready, kind: null, state: 'failed', preview: null, error } as Import])
  await findByRole('alert')
  await findNone('button', 'Import')
})
