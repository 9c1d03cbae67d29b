/** Installation as an app, on a server with a base path. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { openBrowser, type Quire, startQuire, visit } from './harness'

interface Icon {
  src: string
  sizes: string
  type: string
  purpose: string
}

let quire: Quire
let browser: Browser

beforeAll(async () => {
  quire = await startQuire({ basePath: '/shelf' })
  browser = await openBrowser({ needsFullBrowser: true })
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await quire?.close()
}, 60_000)

test('the browser accepts the manifest, and everything in it is below the base path', async () => {
  const { page, context } = await visit(browser, quire)
  await page.goto(`${quire.url}/login`)
  await page.waitForSelector('form')
  const session = await context.newCDPSession(page)
  const { url, errors, data = '' } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(url).toBe(`${quire.url}/manifest.webmanifest`)
  const manifest = JSON.parse(data) as { icons: Icon[] } & Record<string, string>
  expect(manifest).toMatchObject({ name: 'Quire', short_name: 'Quire', display: 'standalone' })
  for (const member of ['start_url', 'scope']) {
    expect(new URL(manifest[member]!, url).href).toBe(`${quire.url}/`)
  }
  for (const colour of [manifest['theme_color'], manifest['background_color']]) {
    expect(colour).toMatch(/^#[0-9a-f]{6}$/)
  }
  // Browsers request these before they offer to install the app.
  const wanted = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)
  expect(wanted).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']))
  for (const icon of manifest.icons) await expectIcon(new URL(icon.src, url).href, icon)
  const touch = await page.getAttribute('link[rel=apple-touch-icon]', 'href')
  const touchIcon = { src: '', sizes: '180x180', type: 'image/png', purpose: 'any' }
  await expectIcon(new URL(touch!, `${quire.url}/`).href, touchIcon)
  await context.close()
}, 60_000)

async function expectIcon(address: string, { sizes, type }: Icon) {
  expect(address).toStartWith(`${quire.url}/`)
  const answer = await fetch(address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
  if (sizes === 'any') return
  const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
  expect(`${width}x${height}`).toBe(sizes)
}
