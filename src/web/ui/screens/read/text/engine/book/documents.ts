/**
 * Fetches sections of a book. Their documents are only parsed: nothing in them is loaded or run.
 * Also chooses the URL at which a browser can show a section.
 */

import { createViewedRequest } from '../../../../../state/session/view-as'

/**
 * Fetches a section as text. It is not cached, because a frame would reuse the response with its
 * stricter CSP.
 */
export const fetchPart = (address: string, signal?: AbortSignal) =>
  fetch(createViewedRequest(address, { cache: 'no-store', ...(signal && { signal }) }))

/** Returns the URL to display. Sections that browsers cannot show are requested as HTML. */
export async function shownAddress(address: string, answer: Response): Promise<string> {
  return !answer.ok || isReadable(await answer.text(), getType(answer)) ? address : asHtml(address)
}

export async function fetchDocument(address: string, signal?: AbortSignal): Promise<Document> {
  const answer = await apiQuery(address, signal)
  const [text, type] = [await answer.text(), getType(answer)]
  if (isReadable(text, type)) return parse(text, type)
  const again = await apiQuery(asHtml(address), signal)
  return parse(await again.text(), 'text/html')
}

const asHtml = (address: string) => `${address}?as=html`

async function apiQuery(address: string, signal?: AbortSignal) {
  const answer = await fetchPart(address, signal)
  if (!answer.ok) throw new Error(`A part of the book could not be loaded (${answer.status})`)
  return answer
}

const getType = ({ headers }: Response) => (headers.get('content-type') ?? '').split(';')[0] ?? ''

/**
 * Returns false if a browser could not show the section: XML parsing stops at the first error,
 * sections without a head cannot be laid out, and stylesheets that transform XML (XSLT) are
 * blocked, so such a section would be empty.
 */
function isReadable(text: string, type: string) {
  if (!type.includes('xml')) return true
  if (!type.includes('xhtml') || /<\?xml-stylesheet[^>]*xsl/i.test(text)) return false
  const doc = parse(text, type)
  return doc.querySelector('parsererror') === null && doc.head !== null && doc.body !== null
}

const parse = (text: string, type: string) =>
  new DOMParser().parseFromString(
    withoutStyles(text),
    type.includes('xhtml') ? 'application/xhtml+xml' : 'text/html',
  )

/** Prevents CSP violations for inline styles in documents that are never shown. */
const withoutStyles = (text: string) =>
  text
    .replace(/(<style\b[^>]*>)[\s\S]*?(<\/style>)/gi, '$1$2')
    .replace(/<[^<>]*>/g, (tag) => tag.replace(/\sstyle(?=\s*=)/gi, ' data-style'))
