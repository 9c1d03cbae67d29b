/** Smart lists, and the editor of their rules. */
import { expect, test } from 'bun:test'
import type { Schemas } from '../../../../src/web/ui/api/types'
import { choose, click, fill, isDisabled } from '../support/act'
import { sent } from '../support/fake-api'
import { findByRole, findNone, findText, listByRole, waitFor } from '../support/find'
import { api, open, usePage } from '../support/page'
import { createCollection } from '../support/world/lists'
import { pageOf } from '../support/world/pages'
import { createSeries } from '../support/world/works'

usePage()

const titleIs = (operator: string, value: string) => ({ title: { operator, value } })

/** Answers how many series match: as many as the condition has letters "a". */
function answerCounts() {
  api.on('post', '/api/v1/series/list', ({ body }) => ({
    ...pageOf([]),
    total: JSON.stringify(body).split('anch').length - 1,
  }))
  api.on('get', '/api/v1/search', { series: [], books: [] } as never)
}

async function openForm(smart?: Schemas['Collection']) {
  let list = smart ?? createCollection('Smart', { automatic: true, ordered: false })
  answerCounts()
  api.on('get', '/api/v1/user/shareable-groups', [])
  api.on('get', '/api/v1/collections', pageOf([]))
  api.on('get', '/api/v1/collections/{id}', () => list)
  api.on('get', '/api/v1/collections/{id}/series', pageOf([createSeries('Anchor')]))
  api.on('get', '/api/v1/series/{id}/next-book', { book: null })
  api.on('post', '/api/v1/collections', () => list)
  api.on('patch', '/api/v1/collections/{id}', ({ body }) => {
    const automatic = (body as Schemas['ListPatch']).condition !== null
    list = { ...list, ...(body as Partial<Schemas['Collection']>), automatic }
    return list
  })
  await open(smart ? `/collections/${smart.id}` : '/collections')
  await click('button', smart ? 'Edit' : 'New collection')
  return findByRole('dialog', smart ? `Edit ${smart.name}` : 'New collection')
}

const findRule = (place: number, within?: ParentNode) =>
  waitFor(() => listByRole('group', `Rule ${place}`, within)[0], `rule ${place}`)

async function fillRule(rule: ParentNode, comparison: string, value: string) {
  await choose('Field', 'Title', rule)
  await choose('Comparison', comparison, rule)
  await fill('Value', value, rule)
}

test('a smart list needs a value for every rule, and counts what matches', async () => {
  const form = await openForm()
  await fill('Name', 'Smart', form)
  await click('switch', 'Smart: filled by rules', form)
  await click('button', 'Add a rule', form)
  expect(isDisabled(await findByRole('button', 'Save', form))).toBe(true)
  await findText('Fill in every value to see how many match')
  await fillRule(await findRule(1, form), 'contains', 'anch')
  await findText('1 series matches')
  await click('button', 'Save', form)
  await findByRole('heading', 'Smart')
  await findNone('button', /^Move/)
  expect(api.changes).toEqual([
    sent('post', '/api/v1/collections', {
      name: 'Smart',
      summary: null,
      ordered: false,
      sort: null,
      condition: { allOf: [titleIs('contains', 'anch')] },
      sharing: 'private',
      sharedWith: [],
      sharedWithGroups: [],
    }),
  ])
})

test('the rules of a list are shown again, and their change is saved', async () => {
  const smart = createCollection('Smart', {
    automatic: true,
    ordered: false,
    condition: titleIs('contains', 'anch'),
  })
  const form = await openForm(smart)
  const rule = await findRule(1, form)
  const value = (await findByRole('textbox', 'Value', rule)) as HTMLInputElement
  expect(value.value).toBe('anch')
  await choose('Comparison', 'does not contain', rule)
  await click('button', 'Save', form)
  await findNone('dialog', 'Edit Smart')
  expect(api.changes[0]?.body).toMatchObject({
    condition: { allOf: [titleIs('doesNotContain', 'anch')] },
  })
})

test('a smart list that is edited by hand keeps its entries', async () => {
  const smart = createCollection('Smart', {
    automatic: true,
    ordered: false,
    condition: titleIs('contains', 'anch'),
  })
  const form = await openForm(smart)
  await click('switch', 'Smart: filled by rules', form)
  await findText('The list keeps its current entries')
  await click('button', 'Save', form)
  await findNone('dialog', 'Edit Smart')
  expect(api.changes[0]?.body).toMatchObject({ condition: null })
})

test('a list with entries cannot become smart, because it would lose them', async () => {
  const form = await openForm(createCollection('By hand'))
  await findByRole('textbox', 'Name', form)
  await findNone('switch', 'Smart: filled by rules', form)
})

test('groups of rules are built, moved and removed', async () => {
  const form = await openForm()
  await fill('Name', 'Smart', form)
  await click('switch', 'Smart: filled by rules', form)
  const condition = await findByRole('group', 'Condition', form)
  await choose('Rule logic', 'At least one of these is true', condition)
  await click('button', 'Add a rule', condition)
  await fillRule(await findRule(1, condition), 'contains', 'anch')
  await click('button', 'Add a group', condition)
  const group = await findByRole('group', 'Group 2', condition)
  await fillRule(await findRule(1, group), 'contains', 'cov')
  await choose('Rule logic', 'None of these are true', group)
  const move = listByRole('button', 'Move Rule 1 down', condition)[0]!
  move.click()
  await findByRole('group', 'Group 1', condition)
  await click('button', 'Save', form)
  await waitFor(() => api.changes.length === 1, 'the request')
  const inside = [titleIs('contains', 'anch'), titleIs('contains', 'cov')]
  expect((api.changes[0]!.body as Schemas['ListCreation']).condition).toEqual({
    anyOf: [{ not: { anyOf: inside } }],
  })
})

test('a removed rule is no longer asked for', async () => {
  const form = await openForm()
  await fill('Name', 'Smart', form)
  await click('switch', 'Smart: filled by rules', form)
  await click('button', 'Add a rule', form)
  await fillRule(await findRule(1, form), 'contains', 'anch')
  await click('button', 'Add a rule', form)
  const remove = await findByRole('button', 'Remove Rule 2', form)
  expect(isDisabled(await findByRole('button', 'Save', form))).toBe(true)
  remove.click()
  await click('button', 'Save', form)
  await waitFor(() => api.changes.length === 1, 'the request')
  expect((api.changes[0]!.body as Schemas['ListCreation']).condition).toEqual({
    allOf: [titleIs('contains', 'anch')],
  })
})

test('J20: the selects of a form are of one kind, and its labels of one weight', async () => {
  const form = await openForm()
  await click('switch', 'Smart: filled by rules', form)
  await click('button', 'Add a rule', form)
  await findRule(1, form)
  await findByRole('combobox', 'Order', form)
  for (const box of listByRole('combobox', undefined, form)) {
    if (box.getAttribute('aria-autocomplete')) continue
    expect([box.tagName, box.nextElementSibling?.tagName.toLowerCase()]).toEqual(['SELECT', 'svg'])
  }
  const words = ['Name', 'Description', 'Smart: filled by rules', 'Order', 'Visible to']
  const classes = words.map((word) => {
    const found = [...form.querySelectorAll('label, label span, div')]
    return found.findLast(({ textContent }) => textContent === word)?.className
  })
  expect(new Set(classes).size).toBe(1)
  expect(classes[0]).toContain('label')
})
