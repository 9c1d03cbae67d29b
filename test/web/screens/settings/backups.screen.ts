/** Backups in the settings. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { choose, click, fill, isChecked, isDisabled } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, listByRole } from '../support/find'
import { api, open, usePage } from '../support/page'
import { pageOf } from '../support/world/pages'

usePage()

const path = '/api/v1/admin/backups'
const schedulePath = '/api/v1/admin/backup-schedule'
const archivesPath = '/api/v1/admin/archives'
let archives: Schemas['Archive'][] = []
const backup: Schemas['Backup'] = {
  name: 'quire-0.1.0-20260101T030000Z',
  createdAt: '2026-01-01T03:00:00.000Z',
  version: '0.1.0',
  reason: 'requested',
  database: 'sqlite',
  sizeBytes: 5_000_000,
  hasUploads: true,
  hasSecrets: true,
  counts: { books: 12, series: 3, libraries: 1, users: 2 },
  verifiedAt: null,
}
const off: Schemas['BackupSchedule'] = {
  cronSchedule: null,
  cronTimezone: null,
  keep: 7,
  withUploads: true,
  withSecrets: false,
  nextAt: null,
  lastVerifiedAt: null,
}
async function openBackups(backups: Schemas['Backup'][], tasks: Schemas['Task'][] = []) {
  let current = off
  api.on('get', path, () => backups)
  api.on('get', schedulePath, () => current)
  api.on('put', schedulePath, ({ body }) => {
    current = { ...current, ...(body as object), nextAt: '2030-01-01T03:00:00.000Z' }
    return current
  })
  api.on('get', '/api/v1/tasks', pageOf(tasks))
  api.on('get', archivesPath, () => archives)
  api.on('get', '/api/v1/info', {
    name: 'Quire',
    version: '0.1.0',
    timeZone: 'Europe/Berlin',
    readingApps: {} as Schemas['ReadingApps'],
    server: null,
  })
  await open('/settings/backups')
  await findByRole('heading', 'Backups')
}

test('an administrator without a backup is warned, and makes one with what they choose', async () => {
  await openBackups([])
  await findText('No verified backup yet')
  await findText('No backups yet')
  api.on('post', path, { taskId: null })
  await click('button', 'Back up now')
  const dialog = await findByRole('dialog', 'Back up now')
  const secrets = await findByRole('switch', 'Include settings files and secrets', dialog)
  expect(isChecked(secrets)).toBe(false)
  await click('switch', 'Include settings files and secrets', dialog)
  await click('button', 'Back up', dialog)
  await findText('Making a backup')
  await findNone('dialog', 'Back up now')
  expect(api.changes).toEqual([sent('post', path, { withUploads: true, withSecrets: true })])
})

test('a backup is described, verified, and deleted after a question', async () => {
  const backups = [backup]
  await openBackups(backups)
  await findText(backup.name)
  await findText('with secrets')
  await findText('not verified')
  const link = await findByRole('link', `Download ${backup.name}`)
  expect(link.getAttribute('href')).toEndWith(`${path}/${backup.name}/download`)

  api.on('post', `${path}/{name}/verify`, { taskId: null })
  await click('button', `Verify ${backup.name}`)
  await findText('Verifying the backup')

  api.on('delete', `${path}/{name}`, () => {
    backups.pop()
    return null
  })
  await click('button', `Delete ${backup.name}`)
  const question = await findByRole('dialog', 'Delete this backup?')
  await click('button', 'Delete backup', question)
  await findText('No backups yet')
  expect(api.changes).toEqual([
    sent('post', `${path}/{name}/verify`, null, { name: backup.name }),
    sent('delete', `${path}/{name}`, null, { name: backup.name }),
  ])
})

test('the reason why the latest backup failed is shown', async () => {
  const failed = {
    id: '01a1fdc4-0439-7419-b25d-000000000001',
    taskType: 'create_backup',
    status: 'failed',
    createdAt: '2026-01-02T03:00:00.000Z',
    lastError: {
      code: 'jobs.failed',
      params: { detail: 'The backup needs 9 MB.' },
      message: 'The task failed: The backup needs 9 MB.',
    },
  } as unknown as Schemas['Task']
  await openBackups([backup], [failed])
  await findText('The backup needs 9 MB.')
})

test('a schedule is saved only if it is valid', async () => {
  await openBackups([])
  await findText('Backups are only made on request')
  expect(isDisabled(await findByRole('button', 'Save'))).toBe(true)
  await choose('Regular backups', 'Every day')
  await fill('Number of backups to keep', '0')
  expect(isDisabled(await findByRole('button', 'Save'))).toBe(true)
  await fill('Number of backups to keep', '14')
  await click('button', 'Save')
  await findText('Schedule saved')
  await findText('Next backup: ', (await findByRole('heading', 'Schedule')).closest('section')!)
  const { nextAt: _, lastVerifiedAt: __, ...body } = off
  expect(api.changes).toEqual([
    sent('put', schedulePath, { ...body, cronSchedule: '0 3 * * *', keep: 14 }),
  ])
  expect(listByRole('alert')).toEqual([])
})

test('an administrator exports everything, downloads the file and deletes it', async () => {
  archives = [
    {
      name: 'quire-everything-20260101T030000Z-secrets.zip',
      createdAt: '2026-01-01T03:00:00.000Z',
      sizeBytes: 5_000_000,
      hasSecrets: true,
    },
  ]
  await openBackups([])
  const [{ name }] = archives as [Schemas['Archive']]
  const link = await findByRole('link', `Download ${name}`)
  expect(link.getAttribute('href')).toEndWith(`api/v1/admin/archives/${name}/download`)
  api.on('post', archivesPath, { taskId: null })
  await click('button', 'Export everything')
  await click('switch', 'Include hashes of passwords and keys')
  await click('button', 'Export')
  await findText('Exporting everything')
  api.on('delete', `${archivesPath}/{name}`, () => {
    archives = []
    return null
  })
  await click('button', `Delete ${name}`)
  await click('button', 'Delete export')
  await findNone('link', `Download ${name}`)
  expect(api.changes).toEqual([
    sent('post', archivesPath, { withSecrets: true }),
    sent('delete', `${archivesPath}/{name}`, null, { name }),
  ])
})
