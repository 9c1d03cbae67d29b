/**
 * The built program with a generated library, and a Chromium that records console messages, policy
 * violations, failed requests and requests to other servers. Closing a context fails if anything
 * was recorded.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import type { AxeResults } from 'axe-core'
import { slowDownIfRequested } from './network'
import { switches } from './switches'
import { finishTransitions } from './themes'

const program = resolve(import.meta.dir, '../../dist/quire')
const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

export const admin = { username: 'ada', email: 'ada@example.org', password: 'correct horse' }

export interface Quire {
  /** `http://127.0.0.1:PORT/base`, without a trailing slash. */
  url: string
  /** The setup link; null once an account exists. */
  link: string | null
  folder: string
  /** Restarts the program on the same port and data. */
  restart(): Promise<void>
  /** Restarts the program and runs a function in between. */
  whileStopped(act: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

interface StartOptions {
  /** This library is scanned at startup. */
  library?: string
  /** Without the administrator account, for setup tests. */
  empty?: boolean
  basePath?: string
  /** Settings, such as SERVICE_PROVIDERS__OFFLINE. */
  environment?: Record<string, string>
}

export async function startQuire({
  library,
  empty = false,
  basePath = '',
  environment = {},
}: StartOptions = {}): Promise<Quire> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-e2e-'))
  let port = 0
  const start = async () => {
    const words = ['--host', '127.0.0.1', '--set', `server.port=${port}`]
    if (basePath) words.push('--set', `server.base_path=${basePath}`)
    if (library) words.push('--library', library)
    const account = {
      SERVICE_SETUP__ADMIN_USERNAME: admin.username,
      SERVICE_SETUP__ADMIN_EMAIL: admin.email,
      SERVICE_SETUP__ADMIN_PASSWORD: admin.password,
    }
    const started = Bun.spawn([program, ...words, '--data-dir', join(folder, 'data')], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', ...(!empty && account), ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return { started, ...(await readStart(started.stdout)) }
  }
  let running = await start()
  port = Number(new URL(running.url).port)
  const stop = async () => {
    running.started.kill()
    await running.started.exited
  }
  const whileStopped = async (act: () => Promise<void>) => {
    await stop()
    try {
      await act()
    } finally {
      running = await start()
    }
  }
  return {
    url: running.url,
    link: running.link,
    folder,
    restart: () => whileStopped(async () => undefined),
    whileStopped,
    close: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until the program prints that it is ready. */
async function readStart(output: ReadableStream<Uint8Array>) {
  let printed = ''
  const decoder = new TextDecoder()
  const reader = output.getReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`the program ended: ${printed}`)
    printed += decoder.decode(value, { stream: true })
    const url = /is ready at (http:[^"\s]+)/.exec(printed)?.[1]
    if (!url) continue
    void drainOutput(reader)
    return {
      url: url.replace(/\/$/, ''),
      link: /http:\S+\/setup#token=\S+/.exec(printed)?.[0] ?? null,
    }
  }
}

/** A full pipe would block the program. */
async function drainOutput(reader: { read(): Promise<{ done: boolean }> }) {
  while (!(await reader.read()).done);
}

interface BrowserOptions {
  /** Enables the back/forward cache, as in a real browser. */
  keepsPages?: boolean
}

export async function openBrowser({ keepsPages = false }: BrowserOptions = {}): Promise<Browser> {
  const executablePath =
    process.env['QUIRE_CHROMIUM'] ?? chromiumNames.map((name) => Bun.which(name)).find(Boolean)
  if (!executablePath) throw new Error('no Chromium was found; name one in QUIRE_CHROMIUM')
  const ignoreDefaultArgs = keepsPages ? ['--disable-back-forward-cache'] : []
  return chromium.launch({ executablePath, args: switches, ignoreDefaultArgs })
}

export interface Visit {
  page: Page
  context: BrowserContext
  /** Problems in any tab of the context. Empty if there are none. */
  troubles: string[]
  /** Paths of all requests, below the base path. */
  requests: string[]
}

interface Screen {
  width?: number
  height?: number
  theme?: string
  language?: string
  reducedMotion?: boolean
  /** Device pixels per CSS pixel. */
  density?: number
  /** For tests that violate the rules on purpose. */
  mayBreakRules?: boolean
  /**
   * Includes the page for an unreachable server. Its worker would hide requests from other tests.
   */
  hasServiceWorker?: boolean
}

export async function visit(browser: Browser, quire: Quire, screen: Screen = {}): Promise<Visit> {
  const { width = 1280, height = 800, theme = 'dark', language = 'en', reducedMotion } = screen
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: screen.density ?? 1,
    serviceWorkers: screen.hasServiceWorker ? 'allow' : 'block',
    ...(reducedMotion && { reducedMotion: 'reduce' as const }),
  })
  const { hostname } = new URL(quire.url)
  const value = `${theme}.${language}`
  await context.addCookies([{ name: 'quire_look', value, domain: hostname, path: '/' }])
  const visited = { context, troubles: [], requests: [] }
  recordTroubles(visited, quire)
  if (!screen.mayBreakRules) failOnTrouble(visited)
  return { ...visited, page: await openPage(context) }
}

/** Pages contain no preloaded responses when a test mocks the server. */
async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await slowDownIfRequested(page)
  // The tab may be closed before it is slowed down.
  context.on('page', (tab) => void slowDownIfRequested(tab).catch(() => undefined))
  const route = page.route.bind(page)
  page.route = async (...asked) => {
    await page.addInitScript(removePreloadedResponses)
    const routed = await route(...asked)
    await waitUntilIntercepted(page, route)
    return routed
  }
  return page
}

/**
 * Chromium tells an open document in the background that its requests are now intercepted. Until
 * then, they go unnoticed.
 */
async function waitUntilIntercepted(page: Page, route: Page['route']) {
  if (page.url() === 'about:blank') return
  const probe = '**/health?intercepted'
  await route(probe, (seen) => seen.fulfill({ status: 204 }))
  const isIntercepted = () =>
    page.evaluate(async () => (await fetch('health?intercepted')).status === 204)
  await waitUntil(isIntercepted, 'requests are intercepted')
  await page.unroute(probe)
}

/** Runs before the scripts of the page. */
const removePreloadedResponses = `document.addEventListener('readystatechange', () =>
  document.querySelectorAll('script[data-answer]').forEach((answer) => answer.remove()))`

function recordTroubles({ context, troubles, requests }: Omit<Visit, 'page'>, quire: Quire) {
  context.on('console', (message) => {
    const isProblem = ['error', 'warning'].includes(message.type())
    if (!isProblem || isLatePreload(message.text()) || isBlockedWorker(message.text())) return
    troubles.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => void troubles.push(`error: ${String(error.error())}`))
  context.on('request', (request) => {
    const url = request.url()
    if (url.startsWith(quire.url)) requests.push(url.slice(quire.url.length))
    else if (!/^(data|blob):/.test(url)) troubles.push(`elsewhere: ${url}`)
  })
}

/** Preload warnings on a slow machine; speed.e2e.ts checks unused preloads. */
const isLatePreload = (words: string) =>
  words.includes('was preloaded using link preload but not used')

const isBlockedWorker = (words: string) => words.includes('Service Worker registration blocked')

function failOnTrouble({ context, troubles }: Omit<Visit, 'page'>) {
  const close = context.close.bind(context)
  context.close = async () => {
    await close()
    // The test itself checks error responses and an unavailable server.
    const serious = troubles.filter((trouble) => !trouble.includes('Failed to load resource'))
    if (serious.length > 0) throw new Error(serious.join('\n'))
  }
}

/** Signs in without the form; `signInByHand` has its own test. */
export async function signIn({ context }: Visit, quire: Quire) {
  const { origin } = new URL(quire.url)
  const { username, password } = admin
  const answer = await context.request.post(`${quire.url}/api/v1/auth/login`, {
    headers: { origin },
    data: { username, password },
  })
  if (!answer.ok()) throw new Error(`sign-in failed: ${answer.status()}`)
}

/** The open sheet or dialog. Notifications at the bottom of the screen are dialogs, too. */
export const getDialog = (page: Page) => page.locator('[role=dialog]:not([aria-modal=false])')

/** The open dialog once it has the focus, which it receives one frame after it appears. */
export async function getFocusedDialog(page: Page) {
  const dialog = getDialog(page)
  await page.locator('[role=dialog]:not([aria-modal=false]):focus-within').waitFor()
  return dialog
}

/** Opens the edit form of the current series or book with its shortcut. */
export async function openEditForm(page: Page) {
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
  await page.keyboard.press('e')
  const form = await getFocusedDialog(page)
  await form.getByRole('textbox').first().waitFor()
  return form
}

/**
 * Two clicks within one task of the page. This is faster than a hand, and like clicks while the
 * page is busy.
 */
export async function pressTwice(button: Locator) {
  await button.evaluate((element: HTMLElement) => {
    element.click()
    return Promise.resolve().then(() => element.click())
  })
}

/** Waits until the first scan has found this many series. */
export async function waitUntilScanned({ context }: Visit, quire: Quire, series: number) {
  const deadline = Date.now() + 110_000
  while (Date.now() < deadline) {
    const answer = await context.request.get(`${quire.url}/api/v1/series?pageSize=1`)
    const { total } = (await answer.json()) as { total: number }
    if (total >= series) return
    await Bun.sleep(200)
  }
  throw new Error(`the scan did not find ${series} series`)
}

/** For conditions that no page can wait for. */
export async function waitUntil(holds: () => boolean | Promise<boolean>, what: string) {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await Bun.sleep(50)) {
    if (await holds()) return
  }
  throw new Error(`waited in vain: ${what}`)
}

/**
 * Returns the position and size of an element once it is drawn. Playwright's own method returns
 * null for an element that is replaced at that moment.
 */
export async function waitForBox(locator: Locator) {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await Bun.sleep(50)) {
    const box = await locator.boundingBox()
    if (box) return box
  }
  throw new Error(`waited in vain for ${String(locator)}`)
}

/** Menus are rendered outside the landmarks, but belong to their button. */
const outsideMenus = 'body *:not([role=menu], [role=menu] *, [role=presentation]:has([role=menu]))'

/** Read on demand. Minified, because Chromium compiles it again in each document. */
let axeSource: Promise<string> | undefined
const readAxe = () =>
  (axeSource ??= Bun.file(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir)).text())

/**
 * Problems found by axe, one line each: WCAG 2.2 AA and best practices. `only` names single rules.
 */
export async function findAccessibilityProblems(page: Page, only?: string[]): Promise<string[]> {
  // The Content-Security-Policy would block a script element.
  if (!(await page.evaluate('"axe" in window'))) {
    await page.evaluate(await readAxe())
    await page.evaluate(`axe.configure({ rules: [{ id: 'region', selector: '${outsideMenus}' }] })`)
  }
  await page.evaluate(finishTransitions)
  const wishes = {
    resultTypes: ['violations'],
    ...(only ? { runOnly: only } : { rules: { 'target-size': { enabled: true } } }),
  }
  const found = await page.evaluate(`axe.run(document, ${JSON.stringify(wishes)})`)
  const { violations } = found as AxeResults
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => {
      return `${id}: ${String(target[0])} ${failureSummary?.replaceAll(/\s+/g, ' ') ?? ''}`
    }),
  )
}
