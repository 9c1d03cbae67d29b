/** Moving in from another server. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { choose, chooseFile, click, fill } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, waitFor } from '../support/find'
import { api, open, usePage } from '../support/page'
import { pageOf } from '../support/world/pages'

usePage()

type Import = Schemas['Import']

const path = '/api/v1/imports'
const id = '019c0000-0000-7000-8000-000000000001'
const annId = '019c0000-0000-7000-8000-000000000002'
const outcomes = { new: 3 }
const person = {
  name: 'kim',
  userId: null,
  account: 'kim',
  isNew: true,
  keepsPassword: true,
  isAdmin: true,
  completed: outcomes,
  positions: {},
}
const ready: Import = {
  id,
  kind: 'komga',
  version: '2026-02-25',
  state: 'ready',
  path: '/komga',
  progress: null,
  preview: {
    folders: [{ from: '/comics', to: null, sampled: 4, found: 0 }],
    books: {
      total: 4,
      found: { path: 3 },
      waiting: 1,
      ambiguous: 0,
      missing: ['/x.cbz'],
      unclear: [],
    },
    people: [
      { ...person, foreignId: 'U1' },
      { ...person, foreignId: 'U2', name: 'ben', account: 'ben', isAdmin: false },
    ],
    lists: [{ name: 'Grey Press', kind: 'collection', outcome: 'new', found: 2, total: 2 }],
    edits: {},
    covers: {},
    labels: {},
    leftOut: [
      { message: 'Not this', code: 'imports.left_out.no_reading_times', params: { name: 'Komga' } },
    ],
  },
  admins: [],
  canUndo: false,
  kept: null,
  error: null,
  createdAt: '2026-01-01T03:00:00.000Z',
  finishedAt: null,
}

async function openMoveIn(first: Import[]) {
  let current = first
  const become = (one: Import) => {
    current = [one]
    return one
  }
  api.on('get', path, () => current)
  api.on('get', '/api/v1/users', pageOf([{ id: annId, username: 'ann' } as Schemas['User']]))
  api.on('post', path, () => become({ ...ready }))
  api.on('put', `${path}/{id}/mapping`, () => become({ ...ready }))
  api.on('post', `${path}/{id}/apply`, () => become({ ...ready, state: 'done', canUndo: true }))
  api.on('post', `${path}/{id}/undo`, () => become({ ...ready, state: 'undone', kept: 2 }))
  api.on('delete', `${path}/{id}`, () => {
    current = []
    return null
  })
  await open('/settings/move-in')
  await findByRole('heading', 'Import from another server')
}

test('a source is chosen, and its folders and people are mapped', async () => {
  await openMoveIn([])
  await fill('Path on this server', '/komga')
  await click('button', 'Show preview')
  await findText('3 of 4 books were found here')
  await findText('Not this')
  await fill('Where is /comics on this server?', '/srv/comics')
  await choose('Account for ben', 'Leave out')
  await choose('Account for kim', 'ann')
  await click('button', 'Update preview')
  await waitFor(() => api.changes.length === 2, 'both changes')
  expect(api.changes).toEqual([
    sent('post', path, { path: '/komga' }),
    sent(
      'put',
      `${path}/{id}/mapping`,
      {
        folders: [{ from: '/comics', to: '/srv/comics' }],
        people: [
          { foreignId: 'U1', userId: annId, isAdmin: false },
          { foreignId: 'U2', userId: null, isAdmin: false },
        ],
      },
      { id },
    ),
  ])
})

test('a BookLore server is asked with a password', async () => {
  await openMoveIn([])
  await findText(
    'This has not been tested with a real server yet, so check the preview carefully. BookLore only provides the data of the person who signs in: repeat this for each person.',
  )
  await fill('Address of the server', 'https://books.example.org')
  await fill('Username on that server', 'kim')
  await fill('Password on that server', 'secret')
  await click('button', 'Connect')
  await findText('3 of 4 books were found here')
  const server = { address: 'https://books.example.org', username: 'kim', password: 'secret' }
  expect(api.changes).toEqual([sent('post', path, { server })])
})

test('a confirmed import shows its result and a way back', async () => {
  await openMoveIn([ready])
  await click('button', 'Import')
  await findByRole('heading', '3. Imported')
  await click('button', 'Undo import')
  await click('button', 'Undo import', await findByRole('dialog', 'Undo this import?'))
  await findText('2 entries have been changed since and will be kept')
})

test('a running import shows its step', async () => {
  const progress = { step: 'progress' as const, stepNumber: 4, stepCount: 7, done: 1200 }
  await openMoveIn([{ ...ready, state: 'applying', progress }])
  await findByRole('heading', 'Importing')
  await findText('Step 4 of 7: Reading progress')
})

test('reading a source can be stopped', async () => {
  await openMoveIn([{ ...ready, state: 'reading', version: null, preview: null }])
  await findByRole('heading', 'Reading the source')
  await click('button', 'Discard')
  await findByRole('heading', '1. Choose the source')
})

test.each([
  ['of a command that was killed', { state: 'applying', canUndo: true }],
  ['that is being undone', { state: 'undoing' }],
] as const)('an import %s blocks no other', async (_, given) => {
  await openMoveIn([{ ...ready, ...given }])
  await findByRole('heading', 'Earlier imports')
  await findByRole('heading', '1. Choose the source')
})

test('a database is uploaded, and the import discarded', async () => {
  await openMoveIn([])
  await chooseFile('Choose database', 'text')
  await findText('3 of 4 books were found here')
  await click('button', 'Discard')
  await findByRole('heading', '1. Choose the source')
  await findNone('button', 'Discard')
})

const sentFiles = {
  method: 'POST',
  url: path,
  body: { file: 'app.db', library: 'metadata.db' },
}

test.each([
  ['app.db', 'metadata.db'],
  ['metadata.db', 'app.db'],
])('the library is uploaded with Calibre-Web: %s, %s', async (first, second) => {
  await openMoveIn([])
  await chooseFile(first, 'text', [second])
  await findText('3 of 4 books were found here')
  expect(api.changes).toEqual([sentFiles])
})

test('what is no source says why', async () => {
  const error = { message: 'The copy was deleted', code: 'imports.copy_gone', params: {} } as const
  await openMoveIn([{ ...ready, state: 'failed', version: null, preview: null, error } as Import])
  await findText('The copy was deleted')
  await findNone('button', 'Import')
})
