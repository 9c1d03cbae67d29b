/** Parsing rules, and the settings in German. */
import { expect, test } from 'bun:test'
import { getDialog, findAccessibilityProblems } from './harness'
import { writeLibrary } from './generate-library'
import { expectNoTrouble, openSettings } from './settings-page'

const seriesCount = 6
const timeoutMs = 120_000
const settings = openSettings({
  write: (folder) => writeLibrary(folder, seriesCount),
  series: seriesCount,
})
const { world } = settings
expectNoTrouble(settings)

test(
  'a rule is opened, changed after a preview, and undone',
  async () => {
    const answer = await settings.send('POST', '/name-rules', {
      match: 'glob',
      on: 'file',
      pattern: 'Series 00004*',
      change: { set: { year: 1999 } },
    })
    expect(answer.status()).toBe(201)
    const page = await settings.open('names', 'Parsing rules')
    await page.getByText('Year: 1999').waitFor()
    await page.getByRole('button', { name: 'Edit…' }).click()
    const sheet = getDialog(page)
    await sheet.getByLabel('Series', { exact: true }).fill('The Fourth')
    await sheet.getByRole('button', { name: 'Preview changes' }).click()
    await sheet.getByRole('status').getByText('The Fourth').first().waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Series: The Fourth').waitFor()
    await page.getByRole('button', { name: 'Delete…' }).click()
    await getDialog(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No parsing rules yet').waitFor()
  },
  timeoutMs,
)

test(
  'errors of the server are shown in German',
  async () => {
    const german = await world.signedIn({ language: 'de' })
    const { page } = german
    await page.goto(`${world.quire.url}/settings/users`)
    await page.getByRole('button', { name: 'Bearbeiten' }).first().click()
    const sheet = getDialog(page)
    await sheet.getByRole('combobox', { name: 'Rolle' }).click()
    await page.getByRole('option', { name: 'Lesen', exact: true }).click()
    await sheet.getByRole('button', { name: 'Speichern' }).click()
    await sheet.getByText('Das ist der letzte aktive Administrator').waitFor()
    await german.context.close()
  },
  timeoutMs,
)

test(
  'the licenses of included software are readable',
  async () => {
    const page = await settings.open('about', 'About Quire')
    const link = page.getByRole('link', { name: 'Components and licenses' })
    const address = new URL((await link.getAttribute('href'))!, page.url()).href
    const answer = await page.context().request.get(address)
    expect(answer.headers()['content-type']).toStartWith('text/plain')
    expect(await answer.text()).toContain('GNU LESSER GENERAL PUBLIC LICENSE')
  },
  timeoutMs,
)

test(
  'I22: on a phone, the table of a parsed file name breaks no word of its first column',
  async () => {
    const seen = await world.signedIn({ width: 390, height: 844 })
    const { page, context } = seen
    const url = `${world.quire.url}/api/v1/books?search=Donaudampf`
    const { data } = await (await context.request.get(url)).json()
    await page.goto(`${world.quire.url}/book/${data[0].id}`)
    await page.getByText('File and name', { exact: true }).click()
    const headings = page.locator('table', { hasText: 'Found in' }).locator('th')
    await headings.first().waitFor()
    expect(await headings.allTextContents()).toContain('Series')
    const broken = await headings.evaluateAll((cells) =>
      cells.flatMap(({ firstChild }) =>
        [...firstChild!.textContent!.matchAll(/\S+/g)]
          .filter(({ 0: word, index }) => {
            const range = document.createRange()
            range.setStart(firstChild!, index)
            range.setEnd(firstChild!, index + word.length)
            return range.getClientRects().length > 1
          })
          .map(([word]) => word),
      ),
    )
    expect(broken).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await context.close()
  },
  timeoutMs,
)
