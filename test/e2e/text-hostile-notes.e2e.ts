/**
 * S8: what the reader takes out of a book into its own pages, which may run scripts there: notes,
 * highlights, search results, the contents and the title. All of it stays text.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitUntil } from './harness'
import { bookFrame, openTextShelf, type TextShelf, waitUntilVisible } from './text-shelf'
import { waitUntilQuiet } from './quiet'

const timeoutMs = 60_000
const title = 'Noted'
let shelf: TextShelf
let evil: ReturnType<typeof Bun.serve>
const requests: string[] = []

beforeAll(async () => {
  evil = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      requests.push(new URL(request.url).pathname)
      return new Response('')
    },
  })
  shelf = await openTextShelf([{ title, chapters: buildChapters(evil.url.origin) }])
}, 120_000)
afterAll(async () => {
  await shelf?.close()
  await evil?.stop(true)
})

/** Text that would be an element if it were read as HTML once more. */
const asText = (origin: string) =>
  `&lt;img src="${origin}/text" onerror="top.hacked = true"&gt;&lt;script&gt;top.hacked = true&lt;/script&gt;`

function buildChapters(origin: string) {
  const mark = `top.hacked = true; fetch('${origin}/script')`
  const elements = `<script>${mark}</script><img src="${origin}/image" onerror="${mark}" alt=""/>
    <svg xmlns="http://www.w3.org/2000/svg" onload="${mark}"><script>${mark}</script><a href="javascript:${mark}"><text>drawn</text></a></svg>
    <math xmlns="http://www.w3.org/1998/Math/MathML" href="javascript:${mark}"><maction actiontype="statusline#${origin}"><mtext>x</mtext></maction>
      <semantics><mi>x</mi><annotation-xml encoding="text/html"><img xmlns="http://www.w3.org/1999/xhtml" src="${origin}/math" onerror="${mark}" alt=""/></annotation-xml></semantics></math>
    <iframe srcdoc="&lt;script&gt;top.hacked = true&lt;/script&gt;"></iframe><iframe src="javascript:${mark}"></iframe>
    <style>* { background: url('${origin}/style') }</style><em style="background: url('${origin}/inline')" onclick="${mark}">whispered</em>
    <form action="${origin}/form"><button formaction="javascript:${mark}">Send</button></form>
    <a href="javascript:${mark}">more</a> <a href="${origin}/away">away</a>`
  const note = `<aside epub:type="footnote" id="note"><p>Noted: ${asText(origin)} ${elements}</p></aside>`
  const marks = `<p id="words">Chapter 1, paragraph 1. ${asText(origin)}</p>
    <p><a id="mark" href="#note" epub:type="noteref" role="doc-noteref" onclick="${mark}">&lt;b onclick=x&gt;1</a></p>
    <p><a id="script-mark" href="javascript:${mark}" epub:type="noteref"><sup>2</sup></a>
    <a id="data-mark" href="data:text/html,&lt;p id='a'&gt;x&lt;/p&gt;#a" epub:type="noteref"><sup>3</sup></a>
    <a id="far-mark" href="${origin}/note.xhtml#a" epub:type="noteref"><sup>4</sup></a>
    <a id="api-mark" href="/api/v1/users#a" epub:type="noteref"><sup>5</sup></a></p>`
  return [
    { title: `One ${asText(origin)}`, html: `${marks}${note}` },
    { title: 'Two', html: '<p>Chapter 2.</p>' },
  ]
}

const click = (page: Page, id: string) =>
  bookFrame(page)!.evaluate((link) => document.getElementById(link)!.click(), id)

/** Elements and attributes in the reader's own page that only the book could have brought. */
const listForeign = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const { localName, attributes } = element
        const isForeign =
          ['script', 'math', 'form', 'annotation-xml'].includes(localName) &&
          element.textContent?.includes('hacked')
        return isForeign || [...attributes].some(({ value }) => value.includes('hacked'))
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  )

test(
  'S8: notes, highlights and contents of a hostile e-book stay text',
  async () => {
    const seen = await shelf.signedIn({ mayBreakRules: true })
    const { page } = seen
    await shelf.open(seen, title)
    await waitUntilVisible(page, 'Chapter 1, paragraph 1')

    await click(page, 'mark')
    const note = page.getByRole('complementary', { name: /^Note / })
    await note.getByText('whispered').waitFor()
    expect(await note.textContent()).toContain('<script>top.hacked = true</script>')
    const words = note.getByRole('paragraph')
    const tags = await words.locator('*').evaluateAll((all) => all.map((one) => one.outerHTML))
    expect(tags).toEqual(['<em>whispered</em>'])
    expect(await listForeign(page)).toEqual([])
    await page.getByRole('button', { name: 'Go to note' }).click()
    await waitUntilQuiet(seen)

    for (const mark of ['script-mark', 'data-mark', 'far-mark', 'api-mark']) {
      await shelf.open(seen, title)
      await waitUntilVisible(page, 'Chapter 1, paragraph 1')
      await click(page, mark)
      await waitUntilQuiet(seen)
      expect(page.url()).toContain(`/read/${shelf.idOf(title)}`)
    }

    await shelf.open(seen, title)
    await waitUntilVisible(page, 'Chapter 1, paragraph 1')
    await bookFrame(page)!.evaluate(() =>
      document.getSelection()!.selectAllChildren(document.getElementById('words')!),
    )
    await page.getByRole('button', { name: 'Highlight in green' }).click()
    const address = `${shelf.quire.url}/api/v1/books/${shelf.idOf(title)}/highlights`
    await waitUntil(async () => {
      const listed = (await (await seen.context.request.get(address)).json()) as { data: unknown[] }
      return listed.data.length === 1
    }, 'the highlight is saved')
    await page.reload()
    await waitUntilVisible(page, 'Chapter 1, paragraph 1')
    await page.getByRole('button', { name: 'Contents' }).click()
    await page.getByRole('tab', { name: 'Highlights' }).click()
    const passage = page.getByText('<script>top.hacked = true</script>', { exact: false })
    await passage.first().waitFor()
    expect(await listForeign(page)).toEqual([])

    await waitUntilQuiet(seen)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    expect(requests).toEqual([])
    await seen.context.close()
  },
  timeoutMs,
)
