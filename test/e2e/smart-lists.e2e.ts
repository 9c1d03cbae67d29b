/** Smart lists, the condition editor, and home page rows based on conditions. */
import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { writeVolumes } from './generate-library'
import { findAccessibilityProblems, getDialog, type Visit, waitUntil } from './harness'
import { startWorld } from './world'

const timeoutMs = 120_000
const names = ['Anchor', 'Buoy', 'Cove']
const world = startWorld({
  write: async (folder) => {
    for (const name of names) await writeVolumes(folder, name, 2)
  },
  series: names.length,
})

const phone = { width: 390, height: 844 }

const getRule = (dialog: Locator, place: number) =>
  dialog.getByRole('group', { name: `Rule ${place}`, exact: true })

async function fillTitleRule(rule: Locator, comparison: string, value: string) {
  await rule.getByRole('combobox', { name: 'Field' }).selectOption({ label: 'Title' })
  await rule.getByRole('combobox', { name: 'Comparison' }).selectOption({ label: comparison })
  await rule.getByRole('combobox', { name: 'Value' }).fill(value)
}

const waitForCount = (dialog: Locator, words: string) =>
  dialog.getByRole('status').filter({ hasText: words }).waitFor()

const getEntries = (page: Page) =>
  page.locator('li[data-index] [data-cover] > span:first-of-type').allTextContents()

async function createSmart(page: Page, path: string, name: string, words: string) {
  await page.goto(`${world.quire.url}/${path}`)
  const noun = path === 'collections' ? 'collection' : 'reading list'
  await page.getByRole('button', { name: `New ${noun}` }).click()
  const dialog = getDialog(page)
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('switch', { name: 'Smart: filled by rules' }).click()
  await dialog.getByRole('button', { name: 'Add a rule' }).click()
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await fillTitleRule(getRule(dialog, 1), 'contains', words)
  return dialog
}

test(
  'a smart collection holds what matches, and follows its rules',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    const name = `Smart ${Math.random()}`
    const dialog = await createSmart(page, 'collections', name, 'ancho')
    await waitForCount(dialog, '1 series matches')
    expect(await findAccessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await page.getByText('Anchor', { exact: true }).first().waitFor()
    expect(await getEntries(page)).toEqual(['Anchor'])
    expect(await page.getByRole('button', { name: /^Move/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const form = getDialog(page)
    await fillTitleRule(getRule(form, 1), 'does not contain', 'ancho')
    await waitForCount(form, '2 series match')
    await form.getByRole('button', { name: 'Save' }).click()
    await waitUntil(async () => (await getEntries(page)).join() === 'Buoy,Cove', 'the new entries')
    // The entries remain when the list becomes a manual list.
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await getDialog(page).getByRole('switch', { name: 'Smart: filled by rules' }).click()
    await getDialog(page).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Change order' }).click()
    await page.getByRole('button', { name: 'Move Buoy down' }).first().waitFor()
    const rows = page.locator('li[data-index] b')
    expect(await rows.allTextContents()).toEqual(['Buoy', 'Cove'])
    await context.close()
  },
  timeoutMs,
)

test(
  'a smart reading list is made on a phone, and read in its order',
  async () => {
    const seen = await world.signedIn(phone)
    const { page, context } = seen
    const name = `Smart ${Math.random()}`
    const dialog = await createSmart(page, 'reading-lists', name, 'cove')
    await waitForCount(dialog, '2 books match')
    const isWide = await page.evaluate(() => document.body.scrollWidth > innerWidth)
    expect(isWide).toBe(false)
    expect(await findAccessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await page.getByRole('link', { name: /^Read Cove/ }).waitFor()
    await page.getByRole('link', { name: 'Export as CBL' }).waitFor()
    await context.close()
  },
  timeoutMs,
)

/** Adds the rule "title contains `value`" by keyboard, starting at the focused button. */
async function addRuleByKeys(page: Page, place: number, value: string) {
  await page.keyboard.press('Enter')
  const rule = getRule(getDialog(page), place).last()
  await rule.locator('select:focus').waitFor()
  await page.keyboard.type('Title')
  await page.keyboard.press('Tab')
  await page.keyboard.type('contains')
  await page.keyboard.press('Tab')
  await page.keyboard.type(value)
}

test(
  'groups of rules are built, moved and removed by keyboard, and kept in the address',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    await page.goto(`${world.quire.url}/library`)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('button', { name: 'Advanced filter…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Advanced filter' })
    await dialog.getByRole('combobox', { name: 'Rule logic' }).selectOption('any')
    await dialog.getByRole('button', { name: 'Add a rule' }).focus()
    await addRuleByKeys(page, 1, 'anch')
    await waitForCount(dialog, '1 series matches')
    await dialog.getByRole('button', { name: 'Add a group' }).focus()
    await addRuleByKeys(page, 1, 'cov')
    await waitForCount(dialog, '2 series match')
    const group = dialog.getByRole('group', { name: 'Group 2', exact: true })
    await group.getByRole('combobox', { name: 'Rule logic' }).selectOption('none')
    // The rules match "Anchor" or anything except "Cove".
    await waitForCount(dialog, '2 series match')
    // Moves the first rule into the group, which then excludes both titles.
    await dialog.getByRole('button', { name: 'Move Rule 1 down' }).first().focus()
    await page.keyboard.press('Enter')
    await waitForCount(dialog, '1 series matches')
    await dialog.locator('button[aria-label="Move Rule 1 down"]:focus').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Apply' }).click()
    const cover = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })
    await cover('Buoy').first().waitFor()
    await cover('Anchor').first().waitFor({ state: 'detached' })
    await page.reload()
    await cover('Buoy').first().waitFor()
    expect(await cover('Anchor').count()).toBe(0)
    await page.getByRole('button', { name: 'Advanced filter', exact: true }).click()
    await waitForCount(getDialog(page), '1 series matches')
    await getDialog(page).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Remove filter Advanced filter' }).click()
    await cover('Anchor').first().waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'a saved filter that chips cannot show opens in the editor',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    const name = `Saved ${Math.random()}`
    const condition = {
      anyOf: ['Buoy', 'Cove'].map((value) => ({ title: { operator: 'beginsWith', value } })),
    }
    const preset = { name, condition, scope: 'global', target: 'series' }
    await world.prepare(seen, 'filter-presets', preset)
    await page.goto(`${world.quire.url}/library`)
    await page.getByRole('button', { name: 'Saved filters' }).click()
    await page.getByRole('menuitem', { name }).click()
    await page.getByRole('button', { name: 'Advanced filter', exact: true }).click()
    const dialog = getDialog(page)
    await waitForCount(dialog, '2 series match')
    expect(await getRule(dialog, 2).getByRole('combobox', { name: 'Value' }).inputValue()).toBe(
      'Cove',
    )
    await context.close()
  },
  timeoutMs,
)

const getRowTitles = (page: Page) => page.getByRole('heading', { level: 2 }).allTextContents()

test(
  'rows of home are made of rules and lists; an empty one is not shown',
  async () => {
    const seen: Visit = await world.signedIn()
    const { page, context } = seen
    const preferences = { 'home.order': [], 'home.hidden': [], 'home.rows': [] }
    await world.prepare(seen, 'preferences?scope=user', { preferences }, 'PATCH')
    const listName = `Row ${Math.random()}`
    const title = { operator: 'is', value: 'Buoy' }
    await world.prepare(seen, 'collections', { name: listName, condition: { title } })
    await page.goto(`${world.quire.url}/`)
    await page.getByRole('button', { name: 'Customize Home' }).click()
    await addRow(page, 'Only Cove', 'Cove')
    await addRow(page, 'Nothing', 'No such title')
    await getDialog(page).getByRole('button', { name: 'Add a row' }).click()
    const what = getDialog(page).getByRole('combobox', { name: 'Row content' })
    await what.locator('option', { hasText: listName }).waitFor({ state: 'attached' })
    await what.selectOption({ label: `Collection: ${listName}` })
    await getDialog(page).getByRole('button', { name: 'Add', exact: true }).click()
    await getDialog(page).getByRole('switch', { name: listName }).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await getDialog(page).getByRole('button', { name: 'Close' }).click()
    const areRowsThere = async () => {
      const titles = await getRowTitles(page)
      return titles.includes('Only Cove') && titles.includes(listName)
    }
    await waitUntil(areRowsThere, 'the rows')
    expect(await getRowTitles(page)).not.toContain('Nothing')
    const row = page.getByRole('region', { name: 'Only Cove' })
    expect(await row.getByRole('listitem').count()).toBe(1)
    await waitUntil(async () => {
      const answer = await context.request.get(`${world.quire.url}/api/v1/preferences?scope=user`)
      const kept = (await answer.json()) as { preferences: Record<string, unknown[]> }
      return kept.preferences['home.rows']?.length === 3
    }, 'the rows are stored')
    await page.reload()
    await waitUntil(areRowsThere, 'the rows after a reload')
    await row.getByRole('link', { name: 'See all' }).click()
    await page.getByRole('button', { name: 'Advanced filter', exact: true }).waitFor()
    await context.close()
  },
  timeoutMs,
)

async function addRow(page: Page, name: string, words: string) {
  await getDialog(page).getByRole('button', { name: 'Add a row' }).click()
  const dialog = getDialog(page)
  await dialog.getByRole('textbox', { name: 'Row name' }).fill(name)
  await dialog.getByRole('button', { name: 'Add a rule' }).click()
  await fillTitleRule(getRule(dialog, 1), 'is', words)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await getDialog(page).getByRole('switch', { name }).waitFor()
}
