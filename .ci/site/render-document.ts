/** Turns a document into HTML, with the links of the site, and into sections for the search. */
import { dirname, join, normalize } from 'node:path/posix'

interface Section {
  /** Undefined for the text before the first heading with an address. */
  anchor: string | undefined
  heading: string
  text: string
}

export interface Rendered {
  title: string
  html: string
  anchors: ReadonlySet<string>
  sections: Section[]
  /** Targets within the project, with their anchors. */
  links: { path: string; anchor: string | undefined }[]
  /** Files that the site needs as they are. */
  files: string[]
}

/** The address of a document or file of the project, relative to the root of the site. */
export function getAddress(path: string): string {
  if (path === 'README.md') return 'index.html'
  return path.replace(/\.md$/, '.html')
}

/** Turns a document of the project into HTML. Links to other documents lead to their pages. */
export function renderDocument(path: string, markdown: string): Rendered {
  const { html, sections, title } = readSections(
    Bun.markdown.html(markdown, { headings: { ids: true }, autolinks: true }),
  )
  const links: Rendered['links'] = []
  const files: string[] = []
  const follow = (href: string) => {
    const [file = '', anchor] = href.split('#')
    const target = file === '' ? path : normalize(join(dirname(path), file)).replace(/\/$/, '')
    links.push({ path: target, anchor })
    if (!target.endsWith('.md')) files.push(target)
    const address = relate(path, getAddress(target))
    return anchor === undefined ? address : `${file === '' ? '' : address}#${anchor}`
  }
  const linked = new HTMLRewriter()
    .on('a[href]', {
      element: (link) => {
        const href = link.getAttribute('href') ?? ''
        if (isOutside(href)) link.setAttribute('rel', 'noopener')
        else link.setAttribute('href', follow(href))
      },
    })
    .on('img[src]', {
      element: (image) => {
        image.setAttribute('src', follow(image.getAttribute('src') ?? ''))
        image.setAttribute('loading', 'lazy')
      },
    })
    .on('table', {
      element: (table) => {
        table.before('<div class="wide" tabindex="0">', { html: true })
        table.after('</div>', { html: true })
      },
    })
    .transform(html)
  const anchors = new Set(sections.flatMap(({ anchor }) => anchor ?? []))
  return { title, html: linked, anchors, sections, links, files }
}

const isOutside = (href: string) => /^[a-z]+:/.test(href)

/** The way from one page of the site to another file of it. */
export function relate(from: string, to: string): string {
  const up = '../'.repeat(from.split('/').length - 1)
  return `${up}${to}`
}

/** Splits the text at its headings. */
function readSections(html: string) {
  const sections: Section[] = [{ anchor: undefined, heading: '', text: '' }]
  let isHeading = false
  const marked = new HTMLRewriter()
    .on('h1, h2, h3', {
      element: (heading) => {
        sections.push({ anchor: heading.getAttribute('id') ?? undefined, heading: '', text: '' })
        isHeading = true
        heading.onEndTag(() => {
          isHeading = false
        })
      },
    })
    .on('th, td, li, p', {
      element: (element) =>
        element.onEndTag(() => {
          const section = sections.at(-1)
          if (section) section.text += ' '
        }),
    })
    .onDocument({
      text: ({ text }) => {
        const section = sections.at(-1)
        if (!section) return
        if (isHeading) section.heading += decode(text)
        else section.text += decode(text)
      },
    })
    .transform(html)
  const filled = sections.filter(({ heading, text }) => `${heading}${text}`.trim() !== '')
  const title = filled.find(({ heading }) => heading !== '')?.heading ?? ''
  return { html: marked, sections: filled, title }
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}
const decode = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (one) => entities[one] ?? one)
