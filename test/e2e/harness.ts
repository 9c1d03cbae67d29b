/**
 * The built program on a library made here, and a Chromium that watches for what must not happen: words in
 * the console, breaches of the policy, requests that fail or leave the server. To close a context fails
 * where there was any of it.
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
import axe, { type AxeResults } from 'axe-core'
import { slowAsAsked } from './network'
import { finishChanges } from './themes'

const program = resolve(import.meta.dir, '../../dist/quire')
const switches = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A name that is not this machine's own: what browsers allow there is what they allow in a home network.
  '--host-resolver-rules=MAP nas.test 127.0.0.1',
]
const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

export const admin = { username: 'ada', email: 'ada@example.org', password: 'correct horse' }

export interface Quire {
  /** `http://127.0.0.1:PORT/base`, without a slash at the end. */
  url: string
  /** The set-up link; null once there is an account. */
  link: string | null
  folder: string
  /** Stops it and starts it again at the same port, on the same data. */
  restart(): Promise<void>
  /** The same, with something done in between. */
  whileStopped(act: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

interface Wishes {
  /** Scanned at the start. */
  library?: string
  /** Without the account of the administrator: for the way through set-up. */
  empty?: boolean
  basePath?: string
}

export async function startQuire({
  library,
  empty = false,
  basePath = '',
}: Wishes = {}): Promise<Quire> {
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
      env: { PATH: process.env['PATH'] ?? '', ...(!empty && account) },
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

/** Waits until the program says that it is ready. */
async function readStart(output: ReadableStream<Uint8Array>) {
  let said = ''
  const decoder = new TextDecoder()
  const reader = output.getReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`the program ended: ${said}`)
    said += decoder.decode(value, { stream: true })
    const url = /is ready at (http:[^"\s]+)/.exec(said)?.[1]
    if (!url) continue
    void drain(reader)
    return {
      url: url.replace(/\/$/, ''),
      link: /http:\S+\/setup#token=\S+/.exec(said)?.[0] ?? null,
    }
  }
}

/** A full pipe would stop the program. */
async function drain(reader: { read(): Promise<{ done: boolean }> }) {
  while (!(await reader.read()).done);
}

interface BrowserManners {
  /** Pages that are left are kept as they are, for the way back: as people have it. */
  keepsPages?: boolean
}

export async function openBrowser({ keepsPages = false }: BrowserManners = {}): Promise<Browser> {
  const executablePath =
    process.env['QUIRE_CHROMIUM'] ?? chromiumNames.map((name) => Bun.which(name)).find(Boolean)
  if (!executablePath) throw new Error('no Chromium was found; name one in QUIRE_CHROMIUM')
  const ignoreDefaultArgs = keepsPages ? ['--disable-back-forward-cache'] : []
  return chromium.launch({ executablePath, args: switches, ignoreDefaultArgs })
}

export interface Visit {
  page: Page
  context: BrowserContext
  /** Empty unless something is wrong, in any tab of the context. */
  troubles: string[]
  /** Addresses of all requests, below the base. */
  requests: string[]
}

interface Screen {
  width?: number
  height?: number
  theme?: string
  language?: string
  reducedMotion?: boolean
  /** Pixels of the screen for one of the page. */
  density?: number
  /** For tests that break the rules themselves, to see what becomes of it. */
  mayBreakRules?: boolean
}

export async function visit(browser: Browser, quire: Quire, screen: Screen = {}): Promise<Visit> {
  const { width = 1280, height = 800, theme = 'dark', language = 'en', reducedMotion } = screen
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: screen.density ?? 1,
    ...(reducedMotion && { reducedMotion: 'reduce' as const }),
  })
  const { hostname } = new URL(quire.url)
  const value = `${theme}.${language}`
  await context.addCookies([{ name: 'quire_look', value, domain: hostname, path: '/' }])
  const visited = { context, troubles: [], requests: [] }
  watch(visited, quire)
  if (!screen.mayBreakRules) closeOnlyWithoutTrouble(visited)
  return { ...visited, page: await openPage(context) }
}

/** Where a test answers in the server's place, the page brings no answers of the server's. */
async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await slowAsAsked(page)
  // A tab may be closed again before it is slowed down: that is no trouble.
  context.on('page', (tab) => void slowAsAsked(tab).catch(() => undefined))
  const route = page.route.bind(page)
  page.route = async (...asked) => {
    await page.addInitScript(forgetAnswers)
    return route(...asked)
  }
  return page
}

/** Before the page's own scripts run. */
const forgetAnswers = `document.addEventListener('readystatechange', () =>
  document.querySelectorAll('script[data-answer]').forEach((answer) => answer.remove()))`

function watch({ context, troubles, requests }: Omit<Visit, 'page'>, quire: Quire) {
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || isLate(message.text())) return
    troubles.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => void troubles.push(`error: ${String(error.error())}`))
  context.on('request', (request) => {
    const url = request.url()
    if (url.startsWith(quire.url)) requests.push(url.slice(quire.url.length))
    else if (!/^(data|blob):/.test(url)) troubles.push(`elsewhere: ${url}`)
  })
}

/** On a slow machine; that nothing is asked for in vain is seen to by speed.e2e.ts. */
const isLate = (words: string) => words.includes('was preloaded using link preload but not used')

function closeOnlyWithoutTrouble({ context, troubles }: Omit<Visit, 'page'>) {
  const close = context.close.bind(context)
  context.close = async () => {
    await close()
    // A refusal, or a server that is away, may be what the test is about: that is for the test to say.
    const serious = troubles.filter((trouble) => !trouble.includes('Failed to load resource'))
    if (serious.length > 0) throw new Error(serious.join('\n'))
  }
}

/** Signs in without the form; `signInByHand` is a test of its own. */
export async function signIn({ context }: Visit, quire: Quire) {
  const { origin } = new URL(quire.url)
  const { username, password } = admin
  const answer = await context.request.post(`${quire.url}/api/v1/auth/login`, {
    headers: { origin },
    data: { username, password },
  })
  if (!answer.ok()) throw new Error(`sign-in failed: ${answer.status()}`)
}

/** The sheet or question that is open: what is said at the foot of the screen has the role of a dialog, too. */
export const dialogIn = (page: Page) => page.locator('[role=dialog]:not([aria-modal=false])')

/** The same, once it took the focus: that comes a frame after it is seen, and takes it from elsewhere. */
export async function openedDialog(page: Page) {
  const dialog = dialogIn(page)
  await page.locator('[role=dialog]:not([aria-modal=false]):focus-within').waitFor()
  return dialog
}

/** The form of the series or book that is shown, by its key. */
export async function openEditForm(page: Page) {
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
  await page.keyboard.press('e')
  const form = await openedDialog(page)
  await form.getByRole('textbox').first().waitFor()
  return form
}

/** In one turn of the page: faster than hands are, as it is where the page is kept busy meanwhile. */
export async function pressTwice(button: Locator) {
  await button.evaluate((element: HTMLElement) => {
    element.click()
    return Promise.resolve().then(() => element.click())
  })
}

/** Waits until the first scan found as many series. */
export async function untilScanned({ context }: Visit, quire: Quire, series: number) {
  const deadline = Date.now() + 110_000
  while (Date.now() < deadline) {
    const answer = await context.request.get(`${quire.url}/api/v1/series?pageSize=1`)
    const { total } = (await answer.json()) as { total: number }
    if (total >= series) return
    await Bun.sleep(200)
  }
  throw new Error(`the scan did not find ${series} series`)
}

/** For what no page can wait for by itself. */
export async function until(holds: () => boolean | Promise<boolean>, what: string) {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await Bun.sleep(50)) {
    if (await holds()) return
  }
  throw new Error(`waited in vain: ${what}`)
}

/** A menu hangs beside the landmarks; it belongs to its button. */
const outsideMenus = 'body *:not([role=menu], [role=menu] *, [role=presentation]:has([role=menu]))'

/** What axe finds, in one line each: WCAG 2.2 AA and good practice. `only` names single rules. */
export async function accessibilityProblems(page: Page, only?: string[]): Promise<string[]> {
  // Not by a script element: the policy would not let it run.
  if (!(await page.evaluate('"axe" in window'))) {
    await page.evaluate(axe.source)
    await page.evaluate(`axe.configure({ rules: [{ id: 'region', selector: '${outsideMenus}' }] })`)
  }
  await page.evaluate(finishChanges)
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
