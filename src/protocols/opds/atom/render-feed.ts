/** Writes OPDS 1.2 feeds as XML. Pure. */
import { escapeXml } from '../../../platform/lib/text/escape-xml'

export const feedTypes = {
  lists: 'application/atom+xml;profile=opds-catalog;kind=navigation',
  books: 'application/atom+xml;profile=opds-catalog;kind=acquisition',
} as const

export interface Link {
  rel: string
  href: string
  type: string
  title?: string | undefined
  /** Additional attributes, with their namespace prefix, for example `pse:count`. */
  attributes?: Record<string, string | number | undefined>
}

export interface Entry {
  /** A UUID. */
  id: string
  title: string
  updatedAt: Date
  publishedAt?: Date
  /** Names of the authors. */
  authors?: readonly string[]
  publisher?: string | null
  /** BCP 47 language tag. */
  language?: string | null
  /** Date of the book itself in ISO 8601 format. */
  issued?: string | null
  /** Subject names. */
  categories?: readonly string[]
  summary?: string | null
  links: readonly Link[]
}

export interface Feed {
  author: string
  /** A URN or URL that never changes. */
  id: string
  title: string
  updatedAt: Date
  links: readonly Link[]
  /** Absent if the feed contains all entries. */
  paging?: { total: number; pageSize: number; offset: number } | undefined
  entries: readonly Entry[]
}

const namespaces = {
  xmlns: 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/terms/',
  'xmlns:opds': 'http://opds-spec.org/2010/catalog',
  'xmlns:opensearch': 'http://a9.com/-/spec/opensearch/1.1/',
  'xmlns:pse': 'http://vaemendis.net/opds-pse/ns',
  'xmlns:thr': 'http://purl.org/syndication/thread/1.0',
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

export function renderFeed({ author, id, title, updatedAt, links, paging, entries }: Feed): string {
  const content = [
    element('id', {}, escapeXml(id)),
    element('title', {}, escapeXml(title)),
    element('updated', {}, updatedAt.toISOString()),
    renderAuthor(author),
    ...links.map(renderLink),
    ...(paging ? renderPaging(paging) : []),
    ...entries.map(renderEntry),
  ]
  return `${declaration}${element('feed', namespaces, `\n${content.join('\n')}\n`)}\n`
}

const renderPaging = ({ total, pageSize, offset }: NonNullable<Feed['paging']>) => [
  element('opensearch:totalResults', {}, String(total)),
  element('opensearch:itemsPerPage', {}, String(pageSize)),
  element('opensearch:startIndex', {}, String(offset + 1)),
]

function renderEntry(entry: Entry): string {
  const { id, title, updatedAt, publishedAt, summary, links } = entry
  const content = [
    element('title', {}, escapeXml(title)),
    element('id', {}, `urn:uuid:${id}`),
    element('updated', {}, updatedAt.toISOString()),
    ...(publishedAt ? [element('published', {}, publishedAt.toISOString())] : []),
    ...renderFacts(entry),
    // Present even if it is empty, because some readers show nothing without it.
    element('content', { type: 'text' }, escapeXml(summary ?? '')),
    ...links.map(renderLink),
  ]
  return element('entry', {}, `\n${content.join('\n')}\n`)
}

function renderFacts({ authors, categories, ...facts }: Entry): string[] {
  const { publisher, language, issued } = facts
  return [
    ...(authors ?? []).map(renderAuthor),
    ...(publisher ? [element('dc:publisher', {}, escapeXml(publisher))] : []),
    ...(language ? [element('dc:language', {}, escapeXml(language))] : []),
    ...(issued ? [element('dc:issued', {}, escapeXml(issued))] : []),
    ...(categories ?? []).map((name) => element('category', { term: name, label: name })),
  ]
}

const renderAuthor = (name: string) => element('author', {}, element('name', {}, escapeXml(name)))

const renderLink = ({ attributes, rel, href, type, title }: Link) =>
  element('link', { rel, href, type, title, ...attributes })

interface SearchDescription {
  /** A URL that contains `{searchTerms}`. */
  template: string
  name: string
}

/** Renders an OpenSearch description with the catalog as its only search engine. */
export function renderSearchDescription({ template, name }: SearchDescription): string {
  const content = [
    element('ShortName', {}, escapeXml(name)),
    element('Description', {}, escapeXml(name)),
    element('InputEncoding', {}, 'UTF-8'),
    element('OutputEncoding', {}, 'UTF-8'),
    element('Url', { type: feedTypes.books, template }),
  ]
  const attributes = { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' }
  return `${declaration}${element('OpenSearchDescription', attributes, `\n${content.join('\n')}\n`)}\n`
}

type Attributes = Record<string, string | number | undefined>

/** `content` is XML and is not escaped. */
function element(name: string, attributes: Attributes, content?: string): string {
  let given = ''
  for (const key in attributes) {
    const value = attributes[key]
    if (value !== undefined) given += ` ${key}="${escapeXml(String(value))}"`
  }
  return content === undefined ? `<${name}${given}/>` : `<${name}${given}>${content}</${name}>`
}
