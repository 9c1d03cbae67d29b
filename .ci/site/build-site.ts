/** Builds the site: a page for each document, its files, style sheet, script and search index. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../steps'
import { type Group, listGroups } from './documents'
import { getAddress, relate, type Rendered, renderDocument } from './render-document'
import { buildSearchIndex } from './search-index'

/** Replaces the folder. Returns the number of pages. Throws if a link leads nowhere. */
export async function buildSite(out: string): Promise<{ pages: number }> {
  const groups = listGroups()
  const documents = new Map<string, Rendered>()
  for (const path of groups.flatMap((group) => group.documents)) {
    documents.set(path, renderDocument(path, await Bun.file(join(root, path)).text()))
  }
  const problems = findBrokenLinks(documents)
  if (problems.length > 0) throw new Error(`Broken links:\n${problems.join('\n')}`)

  rmSync(out, { recursive: true, force: true })
  const folders = new Set<string>()
  for (const [path, document] of documents) {
    await write(out, getAddress(path), formatPage({ path, document, documents, groups }))
    for (const file of document.files) {
      if (statSync(join(root, file)).isDirectory()) folders.add(file)
      else copy(out, file)
    }
  }
  for (const folder of folders) await writeFolder({ out, folder, documents, groups })
  await write(out, 'search-index.json', buildSearchIndex(documents))
  await writeScript(out)
  copyFileSync(join(import.meta.dir, 'site.css'), join(out, 'site.css'))
  copyFileSync(join(root, 'src/web/ui/public/favicon.svg'), join(out, 'favicon.svg'))
  return { pages: documents.size + folders.size }
}

/** Lists links to files, documents or headings that do not exist. */
export function findBrokenLinks(documents: ReadonlyMap<string, Rendered>): string[] {
  return [...documents].flatMap(([from, { links }]) =>
    links
      .filter(({ path, anchor }) => {
        if (!path.endsWith('.md')) return !existsSync(join(root, path))
        const target = documents.get(path)
        return !target || (anchor !== undefined && !target.anchors.has(anchor))
      })
      .map(({ path, anchor }) => `${from}: ${path}${anchor === undefined ? '' : `#${anchor}`}`),
  )
}

interface Page {
  path: string
  document: Pick<Rendered, 'title' | 'html'>
  documents: ReadonlyMap<string, Rendered>
  groups: readonly Group[]
}

const formatPage = ({ path, document, documents, groups }: Page) => {
  const base = relate(path, '')
  const isStart = path === 'README.md'
  return `<!doctype html>
<html lang="en" data-base="${base}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${isStart ? '' : `${Bun.escapeHTML(document.title)} – `}Quire</title>
<link rel="icon" href="${base}favicon.svg">
<link rel="stylesheet" href="${base}site.css">
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a href="${base}index.html">Quire</a>
<form role="search"><input id="search" type="search" placeholder="Search" aria-label="Search the documents" autocomplete="off"></form>
<a class="list" href="#documents">All documents</a>
</header>
<div class="results"><p id="found" role="status"></p><ol id="results"></ol></div>
<div class="columns">
<main id="content">
${document.html}
</main>
<nav id="documents" aria-label="Documents">
${groups.map((group) => formatGroup({ group, path, base, documents })).join('\n')}
</nav>
</div>
<script type="module" src="${base}search-box.js"></script>
</body>
</html>
`
}

function formatGroup(given: {
  group: Group
  path: string
  base: string
  documents: ReadonlyMap<string, Rendered>
}) {
  const { group, path, base, documents } = given
  const items = group.documents.map((one) => {
    const title = one === 'README.md' ? 'What Quire is' : (documents.get(one)?.title ?? one)
    const current = one === path ? ' aria-current="page"' : ''
    return `<li><a href="${base}${getAddress(one)}"${current}>${Bun.escapeHTML(title)}</a></li>`
  })
  return `<h2>${Bun.escapeHTML(group.title)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`
}

/** Writes a list of the files of a folder, and copies those that are no documents. */
async function writeFolder({
  out,
  folder,
  documents,
  groups,
}: Pick<Page, 'documents' | 'groups'> & { out: string; folder: string }) {
  const names = readdirSync(join(root, folder)).toSorted()
  const items = names.map((name) => {
    const path = `${folder}/${name}`
    const document = documents.get(path)
    if (!document) copy(out, path)
    return `<li><a href="${getAddress(name)}">${Bun.escapeHTML(document?.title ?? name)}</a></li>`
  })
  const html = `<h1>${Bun.escapeHTML(folder)}</h1>\n<ul>\n${items.join('\n')}\n</ul>`
  const path = `${folder}/index.md`
  const page = formatPage({ path, document: { title: folder, html }, documents, groups })
  await write(out, `${folder}/index.html`, page)
}

async function writeScript(out: string) {
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, 'browser', 'search-box.ts')],
    target: 'browser',
    minify: true,
  })
  for (const output of outputs) await write(out, 'search-box.js', await output.text())
}

async function write(out: string, address: string, text: string) {
  await Bun.write(join(out, address), text)
}

function copy(out: string, path: string) {
  const target = join(out, path)
  mkdirSync(dirname(target), { recursive: true })
  copyFileSync(join(root, path), target)
}
