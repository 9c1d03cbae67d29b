/** Parsing rules in the settings. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { click, fill, isDisabled } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, waitFor } from '../support/find'
import { api, open, usePage } from '../support/page'
import { pageOf } from '../support/world/pages'

usePage()

const rule: Schemas['NameRule'] = {
  id: '01a1fdc4-0439-7419-b25d-000000004001',
  libraryId: null,
  match: 'glob',
  pattern: 'Series 00004*',
  on: 'file',
  change: { set: { year: 1999 } },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const atRule = { id: rule.id }
const path = '/api/v1/name-rules/{id}'

/** Opens the rules. The server keeps what is changed there. */
async function openRules() {
  const rules = [rule]
  api.on('get', '/api/v1/name-rules', () => pageOf(rules))
  api.on('patch', path, ({ body }) => {
    rules[0] = { ...rule, ...(body as Partial<Schemas['NameRule']>) }
    return rules[0]
  })
  api.on('delete', path, () => {
    rules.pop()
    return null as never
  })
  await open('/settings/names')
  await findText('Files named: Series 00004*')
  await findText('Year: 1999')
}

async function editRule() {
  await click('button', 'Edit…')
  return findByRole('dialog', 'Parsing rule')
}

const wording = {
  match: 'glob' as const,
  on: 'file' as const,
  pattern: 'Series 00004*',
  change: { set: { series: 'The Fourth', year: 1999 } },
}

test('a rule is previewed as it will be saved, then saved', async () => {
  await openRules()
  api.on('post', '/api/v1/name-rules/preview', [
    {
      libraryId: '01a1fdc4-0439-7419-b25d-000000000001',
      booksChecked: 2,
      booksMoved: 2,
      booksRenamed: 0,
      booksCompared: 2,
      seriesKept: 0,
      seriesAdded: 1,
      seriesEmptied: 0,
      series: [],
      books: [],
    },
  ])
  const sheet = await editRule()
  await fill('Series', ' The Fourth ', sheet)
  await click('button', 'Preview changes', sheet)
  await findText('2 books move to another series, 1 new series', sheet)
  await click('button', 'Save', sheet)
  await findText('Series: The Fourth')
  expect(api.changes).toEqual([
    sent('post', '/api/v1/name-rules/preview', { ...wording, id: rule.id, libraryId: null }),
    sent('patch', path, wording, atRule),
  ])
})

test('a change of the form removes the preview, because it is outdated', async () => {
  await openRules()
  api.on('post', '/api/v1/name-rules/preview', [
    {
      libraryId: '01a1fdc4-0439-7419-b25d-000000000001',
      booksChecked: 2,
      booksMoved: 0,
      booksRenamed: 0,
      booksCompared: 2,
      seriesKept: 0,
      seriesAdded: 0,
      seriesEmptied: 0,
      series: [],
      books: [],
    },
  ])
  const sheet = await editRule()
  await click('button', 'Preview changes', sheet)
  await findText('Nothing would change', sheet)
  await fill('Title', 'Four', sheet)
  await waitFor(() => !sheet.textContent?.includes('Nothing would change'), 'no preview')
})

test.each([
  ['no effect', { Year: '' }, 'Fill in at least one field'],
  ['no number', { Year: 'soon' }, 'Fill in at least one field'],
  ['no name', { Name: ' ' }, 'Fill in at least one field'],
])('a rule with %s cannot be saved', async (_, fields, hint) => {
  await openRules()
  const sheet = await editRule()
  for (const [name, text] of Object.entries(fields)) await fill(name, text, sheet)
  await findText(hint, sheet)
  expect(isDisabled(await findByRole('button', 'Save', sheet))).toBe(true)
  expect(isDisabled(await findByRole('button', 'Preview changes', sheet))).toBe(true)
})

test('a dash removes a number, and series are grouped across folders on request', async () => {
  await openRules()
  const sheet = await editRule()
  await findNone('switch', 'Group series across folders', sheet)
  await fill('Series', 'The Fourth', sheet)
  await fill('Volume', '-', sheet)
  await click('switch', 'Group series across folders', sheet)
  await click('button', 'Save', sheet)
  await findText('grouped across folders')
  const set = { series: 'The Fourth', volume: null, year: 1999 }
  expect(api.changes).toEqual([
    sent('patch', path, { ...wording, change: { set, acrossFolders: true } }, atRule),
  ])
})

test('a rule is deleted after a question', async () => {
  await openRules()
  await click('button', 'Delete…')
  const question = await findByRole('dialog', 'Delete rule?')
  expect(api.changes).toEqual([])
  await click('button', 'Delete', question)
  await findText('No parsing rules yet')
  expect(api.changes).toEqual([sent('delete', path, null, atRule)])
})
