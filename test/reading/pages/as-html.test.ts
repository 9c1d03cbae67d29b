import { expect, test } from 'bun:test'
import { convertToHtml, buildImagePage } from '../../../src/reading/pages/epub/as-html'

test.each([
  ['<title/><p>All</p>', '<title></title><p>All</p>'],
  ['<p>a<br/>b<img src="x"/></p>', '<p>a<br/>b<img src="x"/></p>'],
  ['<a id="p1" class="x"/>text', '<a id="p1" class="x"></a>text'],
  ['1 < 2 and a <b>bold</b> />', '1 < 2 and a <b>bold</b> />'],
])('%p becomes %p', (xhtml, html) => {
  expect(convertToHtml(xhtml)).toBe(html)
})

test('a file name cannot inject HTML into an image page', () => {
  expect(buildImagePage('a"><script>.svg')).toContain('src="a%22%3E%3Cscript%3E.svg"')
})

test('adversarial text is converted in bounded time', () => {
  const started = performance.now()
  convertToHtml('<a '.repeat(300_000))
  convertToHtml(`<a${' '.repeat(300_000)}`)
  expect(performance.now() - started).toBeLessThan(2_000)
})
