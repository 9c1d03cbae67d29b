/** Sections of e-books: footnotes. */
import { expect, test } from 'bun:test'
import { markShownNotes } from '../../../../src/web/ui/screens/read/text/engine/book/notes'

const epub = 'http://www.idpf.org/2007/ops'

function createSection(html: string) {
  const doc = document.implementation.createHTMLDocument('')
  doc.body.innerHTML = html
  for (const element of doc.querySelectorAll('[data-type]')) {
    element.setAttributeNS(epub, 'epub:type', element.getAttribute('data-type')!)
  }
  return doc
}

test('J19: a footnote that a mark shows is hidden at the end of the chapter', () => {
  const doc = createSection(`
    <p>Text<a data-type="noteref" href="#n1">1</a></p>
    <aside data-type="footnote" id="n1">Shown in the panel.</aside>
    <aside data-type="footnote" id="n2">Without a mark.</aside>
    <p id="p1">A paragraph.</p><p><sup><a href="#p1">2</a></sup></p>`)
  markShownNotes(doc)
  const hidden = [...doc.querySelectorAll('[data-quire-note]')].map(({ id }) => id)
  expect(hidden).toEqual(['n1'])
})
