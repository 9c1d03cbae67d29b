/** The set-up and the API's page in a real browser, against the built program. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'

const program = resolve(import.meta.dir, '../../dist/quire')
const folder = mkdtempSync(join(tmpdir(), 'quire-e2e-'))
const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

let server: Bun.Subprocess<'ignore', 'pipe', 'inherit'>
let browser: Browser
let page: Page
let link: string
/** What the browser complained of, and what it could not load. */
const troubles: string[] = []

beforeAll(async () => {
  const words = [
    '--host',
    '127.0.0.1',
    '--set',
    'server.port=0',
    '--data-dir',
    join(folder, 'data'),
  ]
  server = Bun.spawn([program, ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  link = await printedLink()
  browser = await chromium.launch({
    executablePath: process.env['QUIRE_CHROMIUM']!,
    args: switches,
  })
  page = await browser.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text())
  })
  page.on('pageerror', (error) => void troubles.push(String(error)))
}, 60_000)

afterAll(async () => {
  await browser?.close()
  server.kill()
  await server.exited
  rmSync(folder, { recursive: true, force: true })
})

async function printedLink(): Promise<string> {
  let said = ''
  for await (const chunk of server.stdout) {
    said += new TextDecoder().decode(chunk)
    const found = /http:\S+\/setup#token=\S+/.exec(said)
    if (found) return found[0]
  }
  throw new Error(`the program printed no link: ${said}`)
}

test('the link makes the first account, once, and leaves no token in the address', async () => {
  await page.goto(link)
  await page.waitForSelector('input[name=username]')
  expect(page.url()).not.toContain('token')

  await page.fill('input[name=username]', 'ada')
  await page.fill('input[name=email]', 'ada@example.org')
  await page.fill('input[name=password]', 'correct horse')
  await page.fill('input[name=again]', 'another horse')
  await page.click('button[type=submit]')
  await page.getByText('The two passwords are not the same.').waitFor()

  await page.fill('input[name=again]', 'correct horse')
  await page.click('button[type=submit]')
  await page.getByText('Nothing to read yet').waitFor()

  await page.goto(link)
  await page.getByText('Quire is set up already.').waitFor()
  expect(troubles).toEqual([])
}, 60_000)

test('the browser is signed in then, and the API’s page works without any other server', async () => {
  const elsewhere: string[] = []
  const own = new URL(link).origin
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(own) && !url.startsWith('data:')) elsewhere.push(url)
  })
  await page.goto(`${own}/`)
  await page.getByText('Nothing to read yet').waitFor()
  const me = await page.evaluate(async () => (await fetch('/api/v1/auth/me')).json())
  expect(me).toMatchObject({ username: 'ada', role: 'admin' })

  await page.goto(`${own}/docs`)
  await page.waitForSelector('.opblock')
  expect(elsewhere).toEqual([])
  expect(troubles).toEqual([])
}, 60_000)
