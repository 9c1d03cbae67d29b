/** The documents as a web site. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import MiniSearch from 'minisearch'
import { options } from '../../.ci/site/browser/search-options'
import { buildSite, findBrokenLinks } from '../../.ci/site/build-site'
import { renderDocument } from '../../.ci/site/render-document'

const out = join(mkdtempSync(join(tmpdir(), 'site-')), 'site')
beforeAll(async () => {
  await buildSite(out)
})
afterAll(() => rmSync(dirname(out), { recursive: true }))
const pages = () => [...new Bun.Glob('**/*.html').scanSync({ cwd: out })].toSorted()

/** Lists the addresses that a page refers to, and its IDs. */
function readPage(html: string) {
  const addresses: string[] = []
  const ids = new Set<string>()
  new HTMLRewriter()
    .on('a[href], link[href]', {
      element: (element) => void addresses.push(element.getAttribute('href') ?? ''),
    })
    .on('img[src], script[src]', {
      element: (element) => void addresses.push(element.getAttribute('src') ?? ''),
    })
    .on('[id]', { element: (element) => void ids.add(element.getAttribute('id') ?? '') })
    .transform(html)
  return { addresses, ids }
}

test('each link of each page leads to a file and an anchor that exist', async () => {
  const broken: string[] = []
  let checked = 0
  for (const page of pages()) {
    const { addresses } = readPage(await Bun.file(join(out, page)).text())
    for (const address of addresses.filter((one) => !/^[a-z]+:/.test(one))) {
      checked++
      const [file = '', anchor] = address.split('#')
      let target = file === '' ? page : normalize(join(dirname(page), file))
      if (existsSync(join(out, target, 'index.html'))) target = join(target, 'index.html')
      const html = existsSync(join(out, target)) ? await Bun.file(join(out, target)).text() : null
      const isFound = html !== null && (anchor === undefined || readPage(html).ids.has(anchor))
      if (!isFound) broken.push(`${page}: ${address}`)
    }
  }
  expect(broken).toEqual([])
  expect(checked).toBeGreaterThan(1000)
})

test('every document of docs has a page', () => {
  const documents = [...new Bun.Glob('**/*.md').scanSync({ cwd: 'docs' })]
  expect(documents.length).toBeGreaterThan(40)
  for (const document of documents) {
    expect(pages()).toContain(`docs/${document.replace(/\.md$/, '.html')}`)
  }
})

describe('the search', () => {
  const search = async (words: string) => {
    const index = MiniSearch.loadJSON(
      await Bun.file(join(out, 'search-index.json')).text(),
      options,
    )
    return index.search(words).map(({ id }) => String(id))
  }

  test.each([
    { words: 'komf', expected: 'docs/apps.html#metadata-from-komf' },
    { words: 'restore backup', expected: 'docs/operating.html#restore' },
    { words: 'posgresql backup', expected: 'docs/operating.html#postgresql' },
    { words: 'exit code', expected: 'docs/operating.html#exit-codes' },
  ])('finds $words', async ({ words, expected }) => {
    expect((await search(words)).slice(0, 5)).toContain(expected)
  })

  test('finds nothing for words that are nowhere', async () => {
    expect(await search('xylophonic')).toEqual([])
  })
})

test('a site is built from equal bytes to equal bytes', async () => {
  const again = join(dirname(out), 'again')
  await buildSite(again)
  for (const file of new Bun.Glob('**/*').scanSync({ cwd: out })) {
    expect(await Bun.file(join(again, file)).bytes()).toEqual(
      await Bun.file(join(out, file)).bytes(),
    )
  }
})

describe('broken links', () => {
  const find = (markdown: string) =>
    findBrokenLinks(new Map([['docs/one.md', renderDocument('docs/one.md', markdown)]]))

  test.each<{ markdown: string; problems: string[] }>([
    { markdown: '[a](two.md)', problems: ['docs/one.md: docs/two.md'] },
    { markdown: '[a](#gone)', problems: ['docs/one.md: docs/one.md#gone'] },
    { markdown: '[a](../no-such-file)', problems: ['docs/one.md: no-such-file'] },
    { markdown: '![a](images/no.png)', problems: ['docs/one.md: docs/images/no.png'] },
    { markdown: '# Here\n[a](#here) [b](../LICENSE) [c](https://example.org/x.md)', problems: [] },
  ])('of $markdown', ({ markdown, problems }) => {
    expect(find(markdown)).toEqual(problems)
  })
})

test('text of documents cannot become markup of the navigation or the search', () => {
  const { sections, title } = renderDocument('docs/one.md', '# A `<b>` & "c"\n\n`<script>` text')
  expect(title).toBe('A <b> & "c"')
  expect(sections[0]).toEqual({
    anchor: 'a-b-c',
    heading: 'A <b> & "c"',
    text: '\n<script> text \n',
  })
})
