/** Replaces metadata in the package document of an EPUB. Everything else is left unchanged. */
import { escapeXml } from '../../platform/lib/text/escape-xml'
import { decodeXml } from '../metadata/xml-text'

export interface EpubMetadata {
  title: string
  creators: readonly string[]
  description: string | null
  publisher: string | null
  language: string | null
  /** In the form `2026`, `2026-01` or `2026-01-31`. */
  date: string | null
  subjects: readonly string[]
  series: string | null
  position: number | null
}

const block = /(<(?:[\w-]+:)?metadata\b[^>]*>)([\s\S]*?)(<\/(?:[\w-]+:)?metadata\s*>)/

/** Returns null for a document without metadata. */
export function replaceMetadata(document: Uint8Array, metadata: EpubMetadata): string | null {
  const text = decodeXml(document).replace(/^\ufeff/, '')
  const found = block.exec(text)
  if (!found) return null
  const [whole, start, inner, end] = found as unknown as [string, string, string, string]
  const elements = listElements(metadata)
  const kept = [...new Set(elements.map(({ name }) => name))].reduce(removeElements, inner)
  const namespace = text.includes('xmlns:dc=') ? '' : ' xmlns:dc="http://purl.org/dc/elements/1.1/"'
  const added = elements.map(
    ({ name, value }) => `    <dc:${name}${namespace}>${escapeXml(value)}</dc:${name}>\n`,
  )
  const replaced = `${start}\n${added.join('')}${buildSeries(metadata)}${cleanKept(kept, metadata)}${end}`
  const at = found.index
  return withEncoding(text.slice(0, at) + replaced + text.slice(at + whole.length))
}

const one = (name: string, value: string | null) => (value ? [{ name, value }] : [])

function listElements(metadata: EpubMetadata) {
  return [
    ...one('title', metadata.title),
    ...metadata.creators.map((value) => ({ name: 'creator', value })),
    ...one('description', metadata.description),
    ...one('publisher', metadata.publisher),
    ...one('language', metadata.language),
    ...one('date', metadata.date),
    ...metadata.subjects.map((value) => ({ name: 'subject', value })),
  ]
}

/** Removes the elements with this name, and the `meta` elements that refine them. */
function removeElements(inner: string, name: string): string {
  const element = new RegExp(
    `\\s*<(?:[\\w-]+:)?${name}\\b([^>]*?)(?:/>|>[\\s\\S]*?</(?:[\\w-]+:)?${name}\\s*>)`,
    'g',
  )
  const ids: string[] = []
  const without = inner.replace(element, (_, attributes: string) => {
    const id = /\bid\s*=\s*["']([^"']+)["']/.exec(attributes)?.[1]
    if (id !== undefined) ids.push(id)
    return ''
  })
  return ids.reduce(
    (text, id) => removeMeta(text, `refines\\s*=\\s*["']#${RegExp.escape(id)}["']`),
    without,
  )
}

const removeMeta = (text: string, attribute: string) =>
  text.replace(
    new RegExp(
      `\\s*<(?:[\\w-]+:)?meta\\b[^>]*${attribute}[^>]*?(?:/>|>[\\s\\S]*?</(?:[\\w-]+:)?meta\\s*>)`,
      'g',
    ),
    '',
  )

/** The series is written in calibre's form, which EPUB 2 and 3 allow. */
function buildSeries({ series, position }: EpubMetadata): string {
  if (series === null) return ''
  const name = `    <meta name="calibre:series" content="${escapeXml(series)}"/>\n`
  const index = `    <meta name="calibre:series_index" content="${position}"/>\n`
  return position === null ? name : name + index
}

function cleanKept(kept: string, { series }: EpubMetadata): string {
  if (series === null) return kept
  const names = ['name\\s*=\\s*["\']calibre:series(?:_index)?["\']']
  const collection = /<(?:[\w-]+:)?meta\b[^>]*belongs-to-collection[^>]*>/.exec(kept)?.[0] ?? ''
  const id = /\bid\s*=\s*["']([^"']+)["']/.exec(collection)?.[1]
  if (id !== undefined) names.push(`refines\\s*=\\s*["']#${RegExp.escape(id)}["']`)
  names.push('property\\s*=\\s*["\']belongs-to-collection["\']')
  return names.reduce(removeMeta, kept)
}

/** The text is written as UTF-8, whatever its original encoding was. */
const withEncoding = (text: string) =>
  text.replace(/^(<\?xml[^>]*?encoding\s*=\s*)["'][^"']*["']/, '$1"utf-8"')
