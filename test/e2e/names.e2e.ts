/** Corrections of names, and the settings in German, in a real Chromium against the built program. */
import { expect, test } from 'bun:test'
import { dialogIn, accessibilityProblems } from './harness'
import { writeLibrary } from './library'
import { expectNoTrouble, openSettings } from './settings-room'

const seriesCount = 6
const patience = 120_000
const room = openSettings({
  write: (folder) => writeLibrary(folder, seriesCount),
  series: seriesCount,
})
const { world } = room
expectNoTrouble(room)

test(
  'a correction is looked at, changed after a look at what follows, and taken back',
  async () => {
    const answer = await room.send('POST', '/name-rules', {
      match: 'glob',
      on: 'file',
      pattern: 'Series 00004*',
      change: { set: { year: 1999 } },
    })
    expect(answer.status()).toBe(201)
    const page = await room.open('names', 'Parsing rules')
    await page.getByText('Year: 1999').waitFor()
    await page.getByRole('button', { name: 'Edit…' }).click()
    const sheet = dialogIn(page)
    await sheet.getByLabel('Series', { exact: true }).fill('The Fourth')
    await sheet.getByRole('button', { name: 'Preview changes' }).click()
    await sheet.getByRole('status').getByText('The Fourth').first().waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Series: The Fourth').waitFor()
    await page.getByRole('button', { name: 'Delete…' }).click()
    await dialogIn(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No parsing rules yet').waitFor()
  },
  patience,
)

test(
  'what the server refuses is said in German, too',
  async () => {
    const german = await world.signedIn({ language: 'de' })
    const { page } = german
    await page.goto(`${world.quire.url}/settings/users`)
    await page.getByRole('button', { name: 'Bearbeiten' }).first().click()
    const sheet = dialogIn(page)
    await sheet.getByRole('combobox', { name: 'Rolle' }).click()
    await page.getByRole('option', { name: 'Lesen', exact: true }).click()
    await sheet.getByRole('button', { name: 'Speichern' }).click()
    await sheet.getByText('Das ist der letzte aktive Administrator').waitFor()
    await german.context.close()
  },
  patience,
)

test(
  'the licences of what is inside can be read',
  async () => {
    const page = await room.open('about', 'About Quire')
    const link = page.getByRole('link', { name: 'Components and licenses' })
    const address = new URL((await link.getAttribute('href'))!, page.url()).href
    const answer = await page.context().request.get(address)
    expect(answer.headers()['content-type']).toStartWith('text/plain')
    expect(await answer.text()).toContain('GNU LESSER GENERAL PUBLIC LICENSE')
  },
  patience,
)
