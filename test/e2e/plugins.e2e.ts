/** Plugins: installing, granting access, enabling, matching a series, failures, removal. */
import { afterAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { examplePlugin, type ExamplePlugin, packTar } from '../ingest/plugins/example-plugin'
import { writeVolumes } from './generate-library'
import { findAccessibilityProblems, getFocusedDialog, openEditForm, type Visit } from './harness'
import { startWorld } from './world'

const timeoutMs = 120_000
let isBroken = false
const work = { externalId: 'harbor', title: 'Harbor', year: 1989 }
const service = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: (request) => {
    if (isBroken) return new Response('down', { status: 503 })
    const { pathname } = new URL(request.url)
    if (pathname === '/search') return Response.json([work])
    return Response.json({ ...work, summary: 'A keeper of lanterns.' })
  },
})
afterAll(() => service.stop(true))
const host = `127.0.0.1:${service.port}`

const world = startWorld({
  write: async (folder) => {
    await writeVolumes(folder, 'Harbor', 1)
  },
  series: 1,
  environment: { SERVICE_PLUGINS__PRIVATE_HOSTS: host },
})

const pack = async (plugin: ExamplePlugin = {}) => Buffer.from(await packTar(examplePlugin(plugin)))

async function install(page: Page, buffer: Buffer) {
  await page.goto(`${world.quire.url}/settings/plugins`)
  await page.getByRole('button', { name: 'Install a plugin' }).click()
  const sheet = await getFocusedDialog(page)
  const file = { name: 'plugin.tgz', mimeType: 'application/gzip', buffer }
  await sheet.locator('input[type=file]').setInputFiles(file)
  await sheet.getByRole('button', { name: 'Install' }).click()
  return sheet
}

async function openExample(page: Page) {
  await page.goto(`${world.quire.url}/settings/plugins`)
  await page.getByRole('link', { name: 'Example' }).click()
  await page.getByRole('heading', { level: 1, name: 'Example' }).waitFor()
}

/** Opens the search dialog. A title makes it search for that instead of the stored ID. */
async function search(page: Page, title?: string) {
  await page.goto(`${world.quire.url}/library`)
  await page
    .getByRole('link', { name: /Harbor/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Find metadata…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Find metadata for Harbor' })
  if (title === undefined) return dialog
  await dialog.getByRole('textbox', { name: 'Title or link to the work' }).fill(title)
  await dialog.getByRole('button', { name: 'Search' }).click()
  return dialog
}

/** Disables all other providers, whose servers are on the internet. */
async function useOnlyExample(seen: Visit, pluginId: string) {
  const answer = await seen.context.request.get(`${world.quire.url}/api/v1/libraries`)
  const [library] = (await answer.json()) as { id: string }[]
  await world.prepare(seen, `libraries/${library!.id}/providers`, { pluginIds: [pluginId] }, 'PUT')
}

test(
  'a plugin is installed, set up, switched on, and finds a series',
  async () => {
    const seen = await world.signedIn()
    const { page, context } = seen
    await page.goto(`${world.quire.url}/settings/plugins`)
    await page.getByText('No plugins yet').waitFor()
    await install(page, await pack())
    await page.getByRole('heading', { level: 1, name: 'Example' }).waitFor()
    await page.getByText('Check its permissions').waitFor()
    const pluginId = new URL(page.url()).pathname.split('/').at(-1)!

    await page.getByRole('textbox', { name: 'Add a host' }).fill('no host')
    await page.keyboard.press('Enter')
    await page.getByText('must be a host name').waitFor()
    await page.getByRole('textbox', { name: 'Add a host' }).fill(`http://${host}/search`)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `Remove ${host}` }).waitFor()

    await page.getByRole('textbox', { name: 'Limit' }).fill('many')
    await page.getByText('Enter a number').waitFor()
    await page.getByRole('textbox', { name: 'Limit' }).fill('5')
    await page.getByRole('textbox', { name: 'Service' }).fill(`http://${host}`)
    await page.keyboard.press('Enter')
    await page.getByText('Saved').waitFor()

    await page.getByRole('button', { name: 'Enter API key' }).click()
    const sheet = await getFocusedDialog(page)
    await sheet.getByLabel('API key').fill('top secret')
    await sheet.getByRole('button', { name: 'Save' }).click()
    const replace = page.getByRole('button', { name: 'Replace API key' })
    await replace.waitFor()
    await page.locator('button:focus').waitFor()
    expect(await page.content()).not.toContain('top secret')

    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('Example works').waitFor()
    await page.getByRole('switch', { name: 'Use this plugin' }).click()
    await page.getByText('Example is on').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])

    await page.locator('section').getByRole('link', { name: 'Metadata' }).click()
    await page.getByRole('switch', { name: 'Example', checked: true }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Example' }).waitFor()
    await useOnlyExample(seen, pluginId)

    const dialog = await search(page)
    await dialog.getByRole('button', { name: /^Choose/ }).click()
    const changes = page.getByRole('dialog', { name: 'Harbor on Example' })
    await changes.getByText('A keeper of lanterns.').waitFor()
    await changes.getByRole('button', { name: /^Apply/ }).click()
    await changes.waitFor({ state: 'detached' })
    await page.getByText('A keeper of lanterns.').waitFor()
    // The source is shown under the display name of the plugin.
    const form = await openEditForm(page)
    await form.getByText('Example', { exact: true }).first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByText('Example ID').waitFor()

    await openExample(page)
    await page.getByText('Healthy').waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'fields and libraries are restricted, and stay so',
  async () => {
    const { page, context } = await world.signedIn()
    await openExample(page)
    await page.getByRole('combobox', { name: 'Series fields' }).click()
    await page.getByRole('option', { name: 'Selected fields' }).click()
    await page.getByRole('checkbox', { name: 'Summary' }).uncheck()
    await page.getByRole('combobox', { name: 'Libraries' }).click()
    await page.getByRole('option', { name: 'Selected libraries' }).click()
    await page.getByText('Libraries that you add later are not included').waitFor()
    await page.getByRole('checkbox', { name: 'Reading room' }).uncheck()
    await page.getByText('Select at least one library.').waitFor()
    await page.getByText('Limits', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Requests per minute' }).fill('120')
    await page.keyboard.press('Enter')
    await page.getByText('Saved').waitFor()
    await page.reload()
    const summary = page.getByRole('checkbox', { name: 'Summary' })
    await summary.waitFor()
    expect(await summary.isChecked()).toBe(false)
    expect(await page.getByRole('checkbox', { name: 'Genres' }).isChecked()).toBe(true)
    expect(await page.getByRole('checkbox', { name: 'Reading room' }).isChecked()).toBe(true)
    await page.getByText('Limits', { exact: true }).click()
    const perMinute = page.getByRole('textbox', { name: 'Requests per minute' })
    expect(await perMinute.inputValue()).toBe('120')
    await context.close()
  },
  timeoutMs,
)

test(
  'failures of the service are shown, and forgotten',
  async () => {
    const { page, context } = await world.signedIn()
    isBroken = true
    const dialog = await search(page, 'Lantern')
    await dialog.getByRole('status').filter({ hasText: '503' }).waitFor()
    await openExample(page)
    const failure = page.getByRole('listitem').filter({ hasText: 'answered 503' })
    await failure.getByText('in the service').waitFor()
    await page.getByText('Failing').waitFor()
    await page.getByRole('button', { name: 'Clear failures' }).click()
    await page.getByText('None in the last 30 days').waitFor()

    await page.getByRole('button', { name: `Remove ${host}` }).click()
    await page.locator('input[name=host]:focus').waitFor()
    isBroken = false
    const refused = await search(page, 'Lighthouse')
    await refused.getByRole('status').filter({ hasText: 'Example' }).waitFor()
    await openExample(page)
    await page.getByText('Not allowed. The plugin tried to connect to this host.').waitFor()
    await page.getByRole('button', { name: `Allow ${host}` }).focus()
    await page.keyboard.press('Enter')
    // The focus moves to the other button of the entry.
    await page.locator(`button[aria-label="Remove ${host}"]:focus`).waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'a plugin is updated, taken back, and removed',
  async () => {
    const { page, context } = await world.signedIn()
    await install(page, await pack({ version: '2.0.0' }))
    await page.getByText('Version 2.0.0', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Go back to version 1.0.0' }).click()
    await page.getByText('Version 1.0.0', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Remove Example' }).click()
    const question = await getFocusedDialog(page)
    await question.getByText('stay in your library').waitFor()
    await question.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No plugins yet').waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'archives that are no plugin are refused with a reason',
  async () => {
    // Allows console errors, because this test causes rejected requests.
    const { page, context } = await world.signedIn({ mayBreakRules: true })
    const sheet = await install(page, Buffer.from('nothing'))
    await sheet.getByRole('alert').filter({ hasText: 'This is not a plugin' }).waitFor()
    const broken = await pack({ source: 'process.exit(4)' })
    const file = { name: 'broken.tgz', mimeType: 'application/gzip', buffer: broken }
    await sheet.locator('input[type=file]').setInputFiles(file)
    await sheet.getByRole('alert').waitFor({ state: 'detached' })
    await sheet.getByRole('button', { name: 'Install' }).click()
    await sheet.getByRole('alert').waitFor()

    const taken = await pack({ name: 'anilist' })
    await sheet.locator('input[type=file]').setInputFiles({ ...file, buffer: taken })
    await sheet.getByRole('button', { name: 'Install' }).click()
    await sheet.getByText('belongs to another plugin').waitFor()
    await sheet.getByRole('textbox', { name: 'Name' }).fill('another')
    await sheet.getByRole('button', { name: 'Install' }).click()
    await page.getByRole('heading', { level: 1, name: 'Example' }).waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'a system that cannot confine plugins asks twice',
  async () => {
    const { page, context } = await world.signedIn()
    await page.route(/\/admin\/plugins$/, async (route) => {
      const response = await route.fetch()
      const list = (await response.json()) as object
      await route.fulfill({ response, json: { ...list, canConfine: false } })
    })
    const requested = page.waitForRequest(/\/admin\/plugins\/install$/)
    const sheet = await install(page, await pack({ name: 'unconfined' }))
    await sheet.getByText('This system can’t confine plugins').waitFor()
    const question = page.getByRole('dialog', { name: 'Run this plugin unconfined?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    await sheet.getByRole('button', { name: 'Install' }).click()
    await question.getByRole('button', { name: 'Run unconfined' }).click()
    expect((await requested).postDataBuffer()?.toString()).toContain('allowUnconfined')
    await page.getByRole('heading', { level: 1, name: 'Example' }).waitFor()
    // The page polls the list, so a request may still be in progress.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  },
  timeoutMs,
)
