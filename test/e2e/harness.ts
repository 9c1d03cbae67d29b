/**
 * Starts the built program, and a Chromium that records console errors and warnings, script errors
 * and requests to other servers. Closing a context throws if any were recorded. Failed requests
 * are recorded, but tolerated.
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
import { findChromium } from './chromium'
import { slowDownIfRequested } from './network'
import { switches } from './switches'
import { finishTransitions } from './themes'

const program = resolve(import.meta.dir, '../../dist/quire')

export const admin = { username: 'ada', email: 'ada@example.org', password: 'correct horse' }

export interface Quire {
  /** `http://127.0.0.1:PORT/base`, without a trailing slash. */
  url: string
  /** The setup link; null once an account exists. */
  link: string | null
  folder: string
  /** Restarts the program on the same port and data. */
  restart(): Promise<void>
  /** Stops the program, runs a function and starts the program again. */
  whileStopped(act: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

interface StartOptions {
  /** Folder that is added as a library and scanned at startup. */
  library?: string
  /** Starts without the administrator account, for setup tests. */
  empty?: boolean
  basePath?: string
  /** Environment variables, such as SERVICE_PROVIDERS__OFFLINE. */
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

/** Waits until the program prints that it is ready. Returns the URL and the setup link. */
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

/** Reads and discards the output, because a full pipe would block the program. */
async function drainOutput(reader: { read(): Promise<{ done: boolean }> }) {
  while (!(await reader.read()).done);
}

interface BrowserOptions {
  /** Enables the back/forward cache, as in a real browser. */
  keepsPages?: boolean
  /** Starts the full browser, for what the headless shell cannot do. */
  needsFullBrowser?: boolean
}

export async function openBrowser({
  keepsPages = false,
  needsFullBrowser = keepsPages,
}: BrowserOptions = {}): Promise<Browser> {
  const executablePath = findChromium(needsFullBrowser ? 'full' : 'any')
  if (!executablePath) {
    const what = needsFullBrowser ? 'full Chromium' : 'Chromium'
    throw new Error(`no ${what} was found; name one in QUIRE_CHROMIUM`)
  }
  const ignoreDefaultArgs = keepsPages ? ['--disable-back-forward-cache'] : []
  return chromium.launch({ executablePath, args: switches, ignoreDefaultArgs })
}

export interface Visit {
  page: Page
  context: BrowserContext
  /** Problems in all tabs of the context. */
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
  /** Does not fail on recorded problems, for tests that cause them on purpose. */
  mayBreakRules?: boolean
  /**
   * Allows the service worker. Blocked by default, because it would hide requests from the test.
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

/** Opens a page. Once a test mocks requests, preloaded responses are removed from the page. */
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
 * Waits until Chromium intercepts the requests of an open document. It starts to do so with a
 * delay, and requests sent before are not intercepted.
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

/** Runs before the scripts of the page, which would otherwise use the preloaded responses. */
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

/** Recognizes preload warnings of slow machines. speed.e2e.ts checks for unused preloads. */
const isLatePreload = (words: string) =>
  words.includes('was preloaded using link preload but not used')

const isBlockedWorker = (words: string) => words.includes('Service Worker registration blocked')

function failOnTrouble({ context, troubles }: Omit<Visit, 'page'>) {
  const close = context.close.bind(context)
  context.close = async () => {
    await close()
    // Tests check error responses and an unavailable server themselves.
    const serious = troubles.filter((trouble) => !trouble.includes('Failed to load resource'))
    if (serious.length > 0) throw new Error(serious.join('\n'))
  }
}

/** Signs in without the form. */
export async function signIn({ context }: Visit, quire: Quire) {
  const { origin } = new URL(quire.url)
  const { username, password } = admin
  const answer = await context.request.post(`${quire.url}/api/v1/auth/login`, {
    headers: { origin },
    data: { username, password },
  })
  if (!answer.ok()) throw new Error(`sign-in failed: ${answer.status()}`)
}

/** Finds the open sheet or dialog. Excludes notifications, which are non-modal dialogs. */
export const getDialog = (page: Page) => page.locator('[role=dialog]:not([aria-modal=false])')

/** Waits until the open dialog has the focus, which it receives one frame after it appears. */
export async function getFocusedDialog(page: Page) {
  const dialog = getDialog(page)
  await page.locator('[role=dialog]:not([aria-modal=false]):focus-within').waitFor()
  return dialog
}

/** Opens the edit form of the current series or book with the shortcut E. */
export async function openEditForm(page: Page) {
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
  await page.keyboard.press('e')
  const form = await getFocusedDialog(page)
  await form.getByRole('textbox').first().waitFor()
  return form
}

/**
 * Clicks twice within one task of the page, which is faster than a person and resembles clicks
 * while the page is busy.
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

/** Waits for a condition that Playwright cannot wait for. `what` describes it in the error. */
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

/** Excludes menus, which are rendered outside the landmarks. */
const outsideMenus = 'body *:not([role=menu], [role=menu] *, [role=presentation]:has([role=menu]))'

/** Read on demand. Minified, because Chromium compiles the source again in each document. */
let axeSource: Promise<string> | undefined
const readAxe = () =>
  (axeSource ??= Bun.file(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir)).text())

/**
 * Returns the violations of WCAG 2.2 AA and best practices that axe finds. `only` selects rules.
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
