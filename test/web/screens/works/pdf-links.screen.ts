/** Links on the pages of a PDF. */
import { afterAll, afterEach, expect, test } from 'bun:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { loadLanguage } from '../../../../src/web/ui/i18n/i18n'
import { TextLayer } from '../../../../src/web/ui/screens/read/pages/pdf/layer/text-layer'
import { pageTextQuery } from '../../../../src/web/ui/screens/read/pages/pdf/layer/page-text-query'
import { highlightsQuery } from '../../../../src/web/ui/screens/read/text/hooks/use-highlights'
import { findByRole } from '../support/find'

await loadLanguage('en')

/** The rendered DOM has no layout. Every page counts as visible. */
class VisibleObserver {
  readonly #report: IntersectionObserverCallback
  constructor(report: IntersectionObserverCallback) {
    this.#report = report
  }
  observe() {
    this.#report([{ isIntersecting: true }] as never, this as never)
  }
  disconnect() {}
}
const { IntersectionObserver: original } = globalThis
globalThis.IntersectionObserver = VisibleObserver as never

afterAll(() => {
  globalThis.IntersectionObserver = original
})

const place = { x: 0.1, y: 0.1, width: 0.5, height: 0.1 }
let root: Root | undefined

afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
})

function showPage(links: object[]) {
  const page = { id: 'page', bookId: 'book', pageNumber: 1, width: 600, height: 800 } as never
  const client = new QueryClient()
  client.setQueryData(pageTextQuery('book', 1).queryKey, { lines: [], links } as never)
  client.setQueryData(highlightsQuery('book').queryKey, { data: [] } as never)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(createElement(QueryClientProvider, { client }, createElement(TextLayer, { page })))
}

test('links lead to pages and websites, and keep the other parameters', async () => {
  history.replaceState(null, '', '/read/book?list=one&page=1')
  showPage([
    { ...place, page: 7 },
    { ...place, url: 'https://example.org/' },
  ])
  const [toPage, toSite] = [
    await findByRole('link', 'Page 7'),
    await findByRole('link', 'https://example.org/'),
  ]
  expect(toPage.getAttribute('href')).toBe('/read/book?list=one&page=7')
  expect(toSite.getAttribute('href')).toBe('https://example.org/')
})

test('a link without a target is not shown', async () => {
  showPage([{ ...place, page: 7 }, place])
  await findByRole('link', 'Page 7')
  expect(document.querySelectorAll('a')).toHaveLength(1)
})
