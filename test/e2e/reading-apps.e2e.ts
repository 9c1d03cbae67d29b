/** Connecting a reading app, in Chromium with the built program. */
import { createHash } from 'node:crypto'
import { expect, test } from 'bun:test'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { admin } from './harness'
import { writeLibrary } from './generate-library'
import { expectNoTrouble, openSettings } from './settings-page'

const timeoutMs = 120_000
const settings = openSettings({ write: (folder) => writeLibrary(folder, 2), series: 2 })
const { world } = settings
expectNoTrouble(settings)

const basic = (user: string, password: string) => ({
  headers: { authorization: `Basic ${btoa(`${user}:${password}`)}` },
})

/** Returns the text of the QR code in an image, using a third-party library. */
async function readQrCode(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}

test(
  'an OPDS app gets address, key and QR code, and the page shows when it has connected',
  async () => {
    const page = await settings.open('apps', 'Reading apps')
    await page.getByText('Thorium', { exact: true }).click()
    const address = `${world.quire.url}/opds/v2`
    await page.getByText(address, { exact: true }).waitFor()
    const code = await page.getByRole('img', { name: 'QR code for the address' }).screenshot()
    expect(await readQrCode(code)).toBe(address)
    await page.getByText('This address only works on this computer.').waitFor()

    await page.getByRole('button', { name: 'Create an API key' }).click()
    await page.getByText('Waiting for Thorium to connect…').waitFor()
    const key = (await page.locator('code').last().textContent()) ?? ''
    expect((await fetch(address, basic(admin.username, key))).status).toBe(200)
    await page.getByText(/^Thorium connected /).waitFor()

    await page.getByRole('link', { name: 'Manage API keys' }).click()
    await page.getByText('Thorium', { exact: true }).waitFor()
  },
  timeoutMs,
)

test(
  'the chosen app stays after a reload, and a key is created for one app only',
  async () => {
    const page = await settings.open('apps', 'Reading apps')
    await page.getByText('Panels', { exact: true }).click()
    await page.getByRole('button', { name: 'Create an API key' }).click()
    await page.getByText('Waiting for Panels to connect…').waitFor()
    await page.getByText('Moon+ Reader', { exact: true }).click()
    await page.getByRole('button', { name: 'Create an API key' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Connect Moon+ Reader' }).waitFor()
  },
  timeoutMs,
)

test(
  'KOReader gets a sync login, which works until it is deleted',
  async () => {
    const page = await settings.open('apps', 'Reading apps')
    await page.getByText('KOReader', { exact: true }).click()
    const address = `${world.quire.url}/koreader`
    await page.getByText(address, { exact: true }).waitFor()
    await page.getByLabel('Device name').fill('Clara')
    await page.getByRole('button', { name: 'Create a sync login' }).click()
    await page.getByText('Waiting for KOReader to connect…').waitFor()
    const [, username = '', password = ''] = await page.locator('dl code').allTextContents()
    const tryLogin = async () => {
      const key = createHash('md5').update(password).digest('hex')
      const headers = { 'x-auth-user': username, 'x-auth-key': key }
      return (await fetch(`${address}/users/auth`, { headers })).status
    }
    expect(await tryLogin()).toBe(200)
    await page.getByText(/^KOReader connected /).waitFor()

    await page.getByRole('button', { name: 'Delete Clara' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Sync login deleted').waitFor()
    expect(await tryLogin()).toBe(401)
  },
  timeoutMs,
)

test(
  'a Kobo gets a line for its settings file, which works until the device is deleted',
  async () => {
    const page = await settings.open('apps', 'Reading apps')
    await page.getByText('Kobo', { exact: true }).click()
    await page.getByRole('combobox', { name: 'Libraries' }).click()
    await page.getByRole('option', { name: 'Selected libraries' }).click()
    await page.getByText('Only books from these libraries will sync').waitFor()
    await page.getByLabel('Device name').fill('Libra')
    await page.getByRole('button', { name: 'Create address' }).click()
    const line = (await page.locator('dl code').textContent()) ?? ''
    expect(line).toStartWith(`api_endpoint=${world.quire.url}/kobo/`)
    await page.getByText('Waiting for Kobo to connect…').waitFor()
    const address = line.replace('api_endpoint=', '')
    const tryDevice = async () => (await fetch(`${address}/v1/initialization`)).status
    expect(await tryDevice()).toBe(200)
    await page.getByText(/^Kobo connected /).waitFor()

    await page.getByRole('button', { name: 'Delete Libra' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Device deleted').waitFor()
    expect(await tryDevice()).toBe(401)
  },
  timeoutMs,
)
